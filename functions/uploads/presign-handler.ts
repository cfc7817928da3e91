import { type UploadFile, uploadFile, uploads } from '#core/api/uploads.ts';
import { MAX_PHOTO_BYTES, type PartRule, splitIntoParts } from '#core/domain/photos/uploads.ts';
import { mapConcurrently } from '../platform/concurrency.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { removeUpload } from './confirm-upload.ts';
import { type Signed, signPoster, signUpload } from './presign.ts';
import { prepareReplacement } from './replacements.ts';
import type { Actor } from '../platform/auth/authorization.ts';
import type { Database } from '../platform/db/database.ts';
import { assertRoom, requireGallery, type UploadRoom } from '../photos/upload-room.ts';
import { findDuplicates, findLastOrder, type PreparedUpload, prepareUpload, type UploadError } from './rows.ts';

/** Signing mostly waits for the network. */
const CONCURRENCY = 8;

type Selector<K extends string> = Signed extends infer S ? (S extends Record<K, unknown> ? S : never) : never;

/** @param rule decides which files are uploaded in parts, and the part sizes */
export const createPresign = (rule: PartRule) =>
  defineHandler(uploads.presign, async ({ services, caller, body }) => {
    const { db, storage } = services;
    const room = await requireGallery(db, caller.accountId, body.galleryId);
    const { files, refused } = splitByResult(body.files, rule);
    const prepared = await prepareFiles(db, caller, body.galleryId, { room, files }, services.clock());
    refused.push(...prepared.refused);
    const signed: Array<{ photoId: string } & Selector<'put'>['put']> = [];
    const multipart: Array<{ photoId: string } & Selector<'parts'>> = [];
    const posters: Array<{ photoId: string; url: string; headers: Record<string, string> }> = [];
    const arrived: string[] = [];
    await mapConcurrently(CONCURRENCY, prepared.uploads, async ({ file, upload }) => {
      const { photoId } = file;
      if (upload.leftover) await removeUpload(storage, upload.leftover);
      const missing = await signUpload(db, storage, file, upload, rule);
      const poster = 'arrived' in missing ? null : await signPoster(storage, file, upload.key);
      if (poster) posters.push({ photoId, ...poster });
      if ('put' in missing) signed.push({ photoId, ...missing.put });
      else if ('parts' in missing) multipart.push({ photoId, ...missing });
      else arrived.push(photoId);
    });
    return { body: { uploads: signed, multipart, posters, arrived, refused } };
  });

/** Makes the rows of all files that have room, in the order of their ids: requests at the same time wait for each other. */
function prepareFiles(
  db: Database,
  caller: Actor,
  galleryId: string,
  { room, files }: { room: UploadRoom; files: readonly UploadFile[] },
  now: number,
) {
  return db.transaction(async (tx) => {
    await assertRoom(tx, caller.accountId, room, files, now);
    const order = await findLastOrder(tx, galleryId);
    const duplicates = await findDuplicates(tx, caller.accountId, galleryId, files);
    const uploads: Array<{ file: UploadFile; upload: PreparedUpload }> = [];
    const refused: UploadError[] = [];
    for (const file of files.toSorted((a, b) => (a.photoId < b.photoId ? -1 : 1))) {
      const { photoId, sha256, keepDuplicate, replaces } = file;
      const sameAs = keepDuplicate || replaces ? undefined : duplicates.get(sha256 ?? '');
      const upload = sameAs
        ? { photoId, code: 'duplicate', field: 'sha256', sameAs }
        : replaces
          ? await prepareReplacement(tx, caller, galleryId, file)
          : await prepareUpload(tx, caller, galleryId, file, order, now);
      if ('code' in upload) refused.push(upload);
      else uploads.push({ file, upload });
    }
    return { uploads, refused };
  });
}

/** Checks files without database access: each photo id once, and a valid declaration. */
function splitByResult(
  inputs: readonly Parameters<typeof parseDeclaredFile>[0][],
  rule: PartRule,
): { files: UploadFile[]; refused: UploadError[] } {
  const files: UploadFile[] = [];
  const refused: UploadError[] = [];
  for (const input of inputs) {
    const { photoId } = input;
    const file = parseDeclaredFile(input, rule);
    if ('code' in file) refused.push(file);
    else if (!files.some((other) => other.photoId === photoId)) files.push(file);
    else refused.push({ photoId, code: 'conflict', field: 'photoId' });
  }
  return { files, refused };
}

/** Returns the declared file, or why it is rejected. */
function parseDeclaredFile(
  input: { photoId: string; [field: string]: unknown },
  rule: PartRule,
): UploadFile | UploadError {
  const { photoId, size } = input;
  if (size === 0) return { photoId, code: 'empty', field: 'size' };
  if (typeof size === 'number' && size > MAX_PHOTO_BYTES) return { photoId, code: 'too_large', field: 'size' };
  const parsed = uploadFile.safeParse(input);
  if (parsed.success && hasPartHashes(parsed.data, rule)) return parsed.data;
  if (parsed.success) return { photoId, code: 'validation_failed', field: 'partHashes' };
  const field = String(parsed.error.issues[0]?.path[0] ?? '');
  return { photoId, code: field === 'type' ? 'not_an_image' : 'validation_failed', ...(field ? { field } : {}) };
}

/** Requires part hashes for files with a hash: without them a part could have any content. */
function hasPartHashes({ size, sha256, partHashes }: UploadFile, rule: PartRule): boolean {
  return (partHashes?.length ?? 0) === (sha256 ? splitIntoParts(size, rule).length : 0);
}
