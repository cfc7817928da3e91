import { fonts } from '#core/api/fonts.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { type FontMetadata, fontText, MAX_FONT_BYTES, MAX_FONTS } from '#core/domain/branding/fonts.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';
import type { HttpRequest } from '../platform/http/request.ts';
import { fontKey, fontPath } from './files.ts';
import { readFontSafely } from './sandbox.ts';

/** Overhead of multipart/form-data: boundaries and headers. */
const FORM_OVERHEAD_BYTES = 16 * 1024;

/** The address never shows another font. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

export const upload = defineHandler(fonts.upload, async ({ services, request, caller }) => {
  const { db, storage } = services;
  const { accountId, userId } = caller;
  const { bytes, fileName } = await readForm(request);
  await assertRoom(db, accountId);
  await limitAttempts(db, 'font-uploads', { account: accountId }, services.clock());
  const { type, facts, woff2 } = await readFontSafely(bytes);
  const id = makeId(random);
  const { family, ...rest } = facts;
  const font: NewFont = {
    id,
    accountId,
    userId,
    fontFamily: family || fontText(fileName.replace(/\.[^.]*$/, ''), 100) || 'Font',
    fileName,
    urlPath: fontPath(id),
    fileSize: woff2.length,
    fontType: type,
    metadata: { ...rest, confirmed: null },
  };
  // Stores the object first: a row without one would show no font.
  const file = new Uint8Array(woff2);
  await storage.put('renditions', fontKey(id), file, { contentType: 'font/woff2', cacheControl: CACHE_CONTROL });
  try {
    await db.transaction((tx) => insertFont(tx, font, services.clock()));
  } catch (error) {
    await enqueue(db, accountId, 'font.erase', { id }, services.clock()).catch(() => undefined);
    throw error;
  }
  return { body: font };
});

interface NewFont {
  id: string;
  accountId: string;
  userId: string;
  fontFamily: string;
  fileName: string;
  urlPath: string;
  fileSize: number;
  fontType: string;
  metadata: FontMetadata;
}

async function insertFont(tx: Queryable, font: NewFont, now: number): Promise<void> {
  // Serialises concurrent uploads of a studio.
  await tx.query('select from accounts where id = $1 for no key update', [font.accountId]);
  await assertRoom(tx, font.accountId);
  await tx.query(
    `insert into custom_fonts
       (id, account_id, user_id, font_family, file_name, url_path, file_size, font_type, metadata, upload_date)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      font.id,
      font.accountId,
      font.userId,
      font.fontFamily,
      font.fileName,
      font.urlPath,
      font.fileSize,
      font.fontType,
      JSON.stringify(font.metadata),
      timestamp(now),
    ],
  );
}

/** @throws AppError `limit_reached` */
async function assertRoom(db: Queryable, accountId: string): Promise<void> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::int as count from custom_fonts where account_id = $1',
    [accountId],
  );
  if (row!.count >= MAX_FONTS) throw new AppError('limit_reached', { field: 'font' });
}

/** @throws AppError `unsupported_media_type`, `validation_failed`, `empty`, `too_large` */
async function readForm(request: HttpRequest): Promise<{ bytes: Uint8Array; fileName: string }> {
  const contentType = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw new AppError('unsupported_media_type');
  if (request.bytes.byteLength > MAX_FONT_BYTES + FORM_OVERHEAD_BYTES) throw tooLarge();
  const form = await new Response(request.bytes, { headers: { 'content-type': contentType } }).formData().catch(() => {
    throw new AppError('validation_failed', { field: 'font' });
  });
  const file = form.get('font');
  if (!(file instanceof File)) throw new AppError('validation_failed', { field: 'font' });
  if (file.size === 0) throw new AppError('empty', { field: 'font' });
  if (file.size > MAX_FONT_BYTES) throw tooLarge();
  return { bytes: new Uint8Array(await file.arrayBuffer()), fileName: fontText(file.name, 255) || 'font' };
}

const tooLarge = () => new AppError('too_large', { field: 'font', maxBytes: MAX_FONT_BYTES });
