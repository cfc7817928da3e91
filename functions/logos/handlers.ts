import { Readable } from 'node:stream';
import { logos } from '#core/api/logos.ts';
import { HOUR_MS } from '#core/domain/durations.ts';
import { AppError } from '#core/domain/errors.ts';
import { makeId } from '#core/domain/ids.ts';
import { LOGO_SETTINGS } from '#core/domain/logo-settings.ts';
import {
  ICON_SIDES,
  logoIcon,
  logoPath,
  type LogoUpload,
  type LogoVariant,
  MAX_LOGO_BYTES,
} from '#core/domain/logo.ts';
import { createDecoder } from '../images/decoder.ts';
import { enqueueAccountPurge } from '../outbox/page-purge.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';
import type { HttpRequest } from '../platform/http/request.ts';
import { enqueueLogoErase, logoKey } from './files.ts';

/** Overhead of multipart/form-data: boundaries, headers, the other field. */
const FORM_OVERHEAD_BYTES = 16 * 1024;

/** The address never shows another picture. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** Rendering costs a second of a processor. */
const UPLOADS = { limit: 60, windowMs: HOUR_MS };

/** Well within the 30 s that the HTTP API waits. */
const decoder = createDecoder({ size: 1, deadlineMs: 12_000 });

export const upload = defineHandler(logos.upload, async ({ services, request, caller }) => {
  const { db, storage } = services;
  const { accountId, userId } = caller;
  const { bytes, variant } = await readForm(request);
  await limitAttempts(db, { bucket: `logos:${accountId}`, ...UPLOADS }, services.clock());
  const open = () => Promise.resolve({ size: bytes.length, body: Readable.from([bytes]) });
  const { images, ...facts } = await decoder.run<'logo'>({ kind: 'logo', open });
  const path = logoPath(accountId, makeId(random), facts);
  const paths = [path, ...ICON_SIDES.map((side) => logoIcon(path, side))];
  const options = { contentType: 'image/png', cacheControl: CACHE_CONTROL };
  try {
    // Stores the objects first: a page would show no logo without them.
    await Promise.all(
      paths.map((each, index) => storage.put('renditions', logoKey(each), new Uint8Array(images[index]!), options)),
    );
    const now = services.clock();
    await db.transaction((tx) => saveLogo(tx, { accountId, userId, path, variant }, now));
  } catch (error) {
    await enqueueLogoErase(db, accountId, path, services.clock()).catch(() => undefined);
    throw error;
  }
  return { body: { logoUrl: path, width: facts.width, height: facts.height } };
});

interface NewLogo {
  accountId: string;
  userId: string;
  path: string;
  variant: LogoUpload;
}

async function saveLogo(tx: Queryable, logo: NewLogo, now: number): Promise<void> {
  const { accountId, variant } = logo;
  // Serialises concurrent uploads of a studio.
  const [account] = await tx.query<{ slug: string }>('select slug from accounts where id = $1 for no key update', [
    accountId,
  ]);
  const previous = await (variant === 'icon' ? saveIcon(tx, logo, now) : saveSetting(tx, logo, variant, now));
  if (typeof previous === 'string' && previous) await enqueueLogoErase(tx, accountId, previous, now);
  if (account) await enqueueAccountPurge(tx, accountId, [account.slug], now);
}

/** @returns the previous value */
async function saveSetting(tx: Queryable, logo: NewLogo, variant: LogoVariant, now: number): Promise<unknown> {
  const { accountId, userId, path } = logo;
  const key = LOGO_SETTINGS[variant];
  const [previous] = await tx.query<{ value: unknown }>(
    'select value from settings where account_id = $1 and key = $2',
    [accountId, key],
  );
  await tx.query(
    `insert into settings (account_id, key, author_id, value, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id, key) do update
       set value = excluded.value, author_id = excluded.author_id, updated_at = excluded.updated_at`,
    [accountId, key, userId, JSON.stringify(path), timestamp(now)],
  );
  return previous?.value;
}

/** @returns the previous icon */
async function saveIcon(tx: Queryable, { accountId, userId, path }: NewLogo, now: number): Promise<unknown> {
  const [previous] = await tx.query<{ favicon: string }>(
    'select favicon from cms_settings where account_id = $1 for update',
    [accountId],
  );
  await tx.query(
    `insert into cms_settings (account_id, author_id, favicon, updated_at) values ($1, $2, $3, $4)
     on conflict (account_id) do update set favicon = excluded.favicon, updated_at = excluded.updated_at`,
    [accountId, userId, path, timestamp(now)],
  );
  return previous?.favicon;
}

/** @throws AppError `unsupported_media_type`, `validation_failed`, `empty`, `too_large` */
async function readForm(request: HttpRequest): Promise<{ bytes: Uint8Array; variant: LogoUpload }> {
  const contentType = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw new AppError('unsupported_media_type');
  if (request.bytes.byteLength > MAX_LOGO_BYTES + FORM_OVERHEAD_BYTES) throw tooLarge();
  const form = await new Response(request.bytes, { headers: { 'content-type': contentType } }).formData().catch(() => {
    throw new AppError('validation_failed', { field: 'logo' });
  });
  const file = form.get('logo');
  const variant = form.get('variant') ?? 'light';
  if (!(file instanceof File)) throw new AppError('validation_failed', { field: 'logo' });
  if (variant !== 'light' && variant !== 'dark' && variant !== 'icon')
    throw new AppError('validation_failed', { field: 'variant' });
  if (file.size === 0) throw new AppError('empty', { field: 'logo' });
  if (file.size > MAX_LOGO_BYTES) throw tooLarge();
  return { bytes: new Uint8Array(await file.arrayBuffer()), variant };
}

const tooLarge = () => new AppError('too_large', { field: 'logo', maxBytes: MAX_LOGO_BYTES });
