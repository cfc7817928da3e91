import { type UploadFile, uploads } from '#core/api/uploads.ts';
import type { PartRule } from '#core/domain/photos/uploads.ts';
import { mapConcurrently } from '../platform/concurrency.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { removeUpload } from './confirm-upload.ts';
import { type Signed, signPoster, signUpload } from './presign.ts';
import { prepareReplacement } from './replacements.ts';
import { findDuplicates, findLastOrder, prepareUpload, requireGallery } from './rows.ts';
import { parseDeclaredFile, type UploadError } from './validate.ts';

/** Signing mostly waits for the network. */
const CONCURRENCY = 8;

type Selector<K extends string> = Signed extends infer S ? (S extends Record<K, unknown> ? S : never) : never;

/** @param rule decides which files are uploaded in parts, and the part sizes */
export const createPresign = (rule: PartRule) =>
  defineHandler(uploads.presign, async ({ services, caller, body }) => {
    const { db, storage } = services;
    await requireGallery(db, caller.accountId, body.galleryId);
    const { files, refused } = splitByResult(body.files, rule);
    const order = await findLastOrder(db, body.galleryId);
    const duplicates = await findDuplicates(db, caller.accountId, body.galleryId, files);
    const signed: Array<{ photoId: string } & Selector<'put'>['put']> = [];
    const multipart: Array<{ photoId: string } & Selector<'parts'>> = [];
    const posters: Array<{ photoId: string; url: string; headers: Record<string, string> }> = [];
    const arrived: string[] = [];
    await mapConcurrently(CONCURRENCY, files, async (file) => {
      const { photoId, sha256, keepDuplicate, replaces } = file;
      const sameAs = keepDuplicate || replaces ? undefined : duplicates.get(sha256 ?? '');
      if (sameAs) return void refused.push({ photoId, code: 'duplicate', field: 'sha256', sameAs });
      const upload = replaces
        ? await prepareReplacement(db, caller, body.galleryId, file)
        : await prepareUpload(db, caller, body.galleryId, file, order, services.clock());
      if ('code' in upload) return void refused.push(upload);
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
