import { Readable } from 'node:stream';
import { z } from 'zod';
import { logos } from '#core/api/logos.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { LOGO_SETTINGS, logoVariant, studioPhotoKind } from '#core/domain/branding/logo-settings.ts';
import { ICON_SIDES, logoIcon, logoPath, MAX_LOGO_BYTES } from '#core/domain/branding/logo.ts';
import {
  readStudioPhoto,
  smallStudioPhoto,
  STUDIO_PHOTO_FIELDS,
  type StudioPhotoKind,
  studioPhotoPath,
  TYPE_PICTURE_FIELD,
} from '#core/domain/branding/studio-photos.ts';
import { createDecoder } from '../images/decoder/decoder.ts';
import { enqueueAccountPurge } from '../outbox/public-pages.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { Member } from '../platform/auth/authorization.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';
import type { HttpRequest } from '../platform/http/request.ts';
import type { Services } from '../platform/services.ts';
import { enqueueLogoErase, logoKey } from './files.ts';

/*
 * Logos and photos do not count as the studio's storage: it has at most two of each and one for each session type,
 * replaced ones are deleted, and all that is stored is rendered here, as are the renditions of a gallery, which do not
 * count either.
 */

/** Overhead of multipart/form-data: boundaries, headers, the other field. */
const FORM_OVERHEAD_BYTES = 16 * 1024;

/** The address never shows another picture. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** A logo takes a second; a drawing made to be slow is refused within ten, with the time of its upload. */
const decoder = createDecoder({ size: 1, deadlineMs: 8_000 });

export const upload = defineHandler(logos.upload, async ({ services, request, caller }) => {
  const { bytes, variant } = await readForm(request);
  const read = uploadVariant.safeParse(variant ?? 'light');
  if (!read.success) throw new AppError('validation_failed', { field: 'variant' });
  const { path, width, height } = await storePicture(services, caller, bytes, read.data);
  return { body: { logoUrl: path, width, height } };
});

export const uploadOfType = defineHandler(logos.uploadOfType, async ({ services, request, caller, params }) => {
  const { sessionTypeId } = params;
  const sql = 'select from session_types where account_id = $1 and id = $2';
  // Looks first: a file for a missing type is not worth decoding.
  const [type] = await services.db.query(sql, [caller.accountId, sessionTypeId]);
  if (!type) throw new AppError('not_found');
  const { bytes } = await readForm(request);
  const { path, width, height } = await storePicture(services, caller, bytes, { sessionTypeId });
  return { body: { picture: path, width, height } };
});

/** Renders and stores a picture, and writes its path where `variant` has it. */
async function storePicture(
  services: Services,
  { accountId, userId }: Pick<Member, 'accountId' | 'userId'>,
  bytes: Uint8Array,
  variant: PictureVariant,
): Promise<Omit<RenderedUpload, 'files'>> {
  const { db, storage } = services;
  await limitAttempts(db, 'logo-uploads', { account: accountId }, services.clock());
  const { path, files, width, height } = await renderUpload(bytes, variant, accountId);
  try {
    // Stores the objects first: a page would show no picture without them.
    await Promise.all(
      files.map((file) =>
        storage.put('renditions', logoKey(file.path), new Uint8Array(file.bytes), {
          contentType: file.path.endsWith('.png') ? 'image/png' : 'image/jpeg',
          cacheControl: CACHE_CONTROL,
        }),
      ),
    );
    const now = services.clock();
    await db.transaction((tx) => savePath(tx, { accountId, userId, path, variant }, now));
  } catch (error) {
    await enqueueLogoErase(db, accountId, path, services.clock()).catch(() => undefined);
    throw error;
  }
  return { path, width, height };
}

interface RenderedUpload {
  /** Path that the setting or the session type gets. */
  path: string;
  /** Width of the stored picture, pixels. */
  width: number;
  height: number;
  files: Array<{ path: string; bytes: Uint8Array }>;
}

/** Renders a logo with its icons, or a photo in two sizes without the metadata of its camera. */
async function renderUpload(bytes: Uint8Array, variant: PictureVariant, accountId: string): Promise<RenderedUpload> {
  const open = () => Promise.resolve({ size: bytes.length, body: Readable.from([bytes]) });
  const token = makeId(random);
  if (isPhoto(variant)) {
    const set = await decoder.run<'set'>({ kind: 'set', declared: '', focal: null, timeZone: 'UTC', open });
    const path = studioPhotoPath(accountId, token, set);
    const { width, height } = readStudioPhoto(path)!;
    const small = { path: smallStudioPhoto(path), bytes: set.renditions.preview };
    return { path, width, height, files: [{ path, bytes: set.renditions.fullscreen }, small] };
  }
  const { images, ...facts } = await decoder.run<'logo'>({ kind: 'logo', open });
  const path = logoPath(accountId, token, facts);
  const paths = [path, ...ICON_SIDES.map((side) => logoIcon(path, side))];
  return { path, ...facts, files: paths.map((each, index) => ({ path: each, bytes: images[index]! })) };
}

interface NewPicture {
  accountId: string;
  userId: string;
  path: string;
  variant: PictureVariant;
}

async function savePath(tx: Queryable, picture: NewPicture, now: number): Promise<void> {
  const { accountId, variant } = picture;
  // Serialises concurrent uploads of a studio.
  const [account] = await tx.query<{ slug: string }>('select slug from accounts where id = $1 for no key update', [
    accountId,
  ]);
  const previous = await saveAs(variant);
  if (typeof previous === 'string' && previous) await enqueueLogoErase(tx, accountId, previous, now);
  if (account) await enqueueAccountPurge(tx, accountId, [account.slug], now);

  /** @returns the previous path */
  function saveAs(of: PictureVariant): Promise<unknown> {
    if (of === 'icon') return saveIcon(tx, picture, now);
    return isOfType(of) ? saveTypePicture(tx, picture, of, now) : saveSetting(tx, picture, of, now);
  }
}

/** @returns the previous path */
async function saveSetting(
  tx: Queryable,
  { accountId, userId, path }: NewPicture,
  variant: Exclude<UploadVariant, 'icon'>,
  now: number,
): Promise<unknown> {
  // A photo's path is one field of a setting that has others.
  const [key, field] = isPhoto(variant)
    ? ['photographer', STUDIO_PHOTO_FIELDS[variant]]
    : [LOGO_SETTINGS[variant], null];
  const [previous] = await tx.query<{ path: unknown }>(
    `select case when $3::text is null then value else value -> $3 end as path
     from settings where account_id = $1 and key = $2 for no key update`,
    [accountId, key, field],
  );
  await tx.query(
    `insert into settings (account_id, key, author_id, value, updated_at)
     values ($1, $2, $3, case when $6::text is null then $4::jsonb else jsonb_build_object($6, $4::jsonb) end, $5)
     on conflict (account_id, key) do update
       set value = case when $6::text is null then excluded.value else settings.value || excluded.value end,
         author_id = excluded.author_id, updated_at = excluded.updated_at`,
    [accountId, key, userId, JSON.stringify(path), timestamp(now), field],
  );
  return previous?.path;
}

/** @returns the previous icon */
async function saveIcon(tx: Queryable, { accountId, userId, path }: NewPicture, now: number): Promise<unknown> {
  const [previous] = await tx.query<{ favicon: string }>(
    'select favicon from cms_settings where account_id = $1 for no key update',
    [accountId],
  );
  await tx.query(
    `insert into cms_settings (account_id, author_id, favicon, updated_at) values ($1, $2, $3, $4)
     on conflict (account_id) do update set favicon = excluded.favicon, updated_at = excluded.updated_at`,
    [accountId, userId, path, timestamp(now)],
  );
  return previous?.favicon;
}

/**
 * @returns the previous picture
 * @throws AppError `not_found` for a type that was deleted meanwhile
 */
async function saveTypePicture(
  tx: Queryable,
  { accountId, path }: NewPicture,
  { sessionTypeId }: TypeVariant,
  now: number,
): Promise<unknown> {
  const [type] = await tx.query<{ path: unknown }>(
    'select settings -> $3 as path from session_types where account_id = $1 and id = $2 for no key update',
    [accountId, sessionTypeId, TYPE_PICTURE_FIELD],
  );
  if (!type) throw new AppError('not_found');
  await tx.query(
    `update session_types set settings = settings || jsonb_build_object($3::text, $4::text), updated_at = $5
     where account_id = $1 and id = $2`,
    [accountId, sessionTypeId, TYPE_PICTURE_FIELD, path, timestamp(now)],
  );
  return type.path;
}

const uploadVariant = z.union([logoVariant, studioPhotoKind, z.literal('icon')]);
type UploadVariant = z.infer<typeof uploadVariant>;

/** The picture of a session type. */
interface TypeVariant {
  sessionTypeId: string;
}

type PictureVariant = UploadVariant | TypeVariant;

const isOfType = (variant: PictureVariant): variant is TypeVariant => typeof variant === 'object';

const isPhoto = (variant: PictureVariant): variant is StudioPhotoKind | TypeVariant =>
  isOfType(variant) || variant in STUDIO_PHOTO_FIELDS;

/** @throws AppError `unsupported_media_type`, `validation_failed`, `empty`, `too_large` */
async function readForm(request: HttpRequest): Promise<{ bytes: Uint8Array; variant: unknown }> {
  const contentType = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw new AppError('unsupported_media_type');
  if (request.bytes.byteLength > MAX_LOGO_BYTES + FORM_OVERHEAD_BYTES) throw tooLarge();
  const form = await new Response(request.bytes, { headers: { 'content-type': contentType } }).formData().catch(() => {
    throw new AppError('validation_failed', { field: 'logo' });
  });
  const file = form.get('logo');
  if (!(file instanceof File)) throw new AppError('validation_failed', { field: 'logo' });
  if (file.size === 0) throw new AppError('empty', { field: 'logo' });
  if (file.size > MAX_LOGO_BYTES) throw tooLarge();
  return { bytes: new Uint8Array(await file.arrayBuffer()), variant: form.get('variant') };
}

const tooLarge = () => new AppError('too_large', { field: 'logo', maxBytes: MAX_LOGO_BYTES });
