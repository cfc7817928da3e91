import { type UploadFile, uploadFile } from '#core/api/uploads.ts';
import type { PhotoFailure } from '#core/domain/photos/photos.ts';
import { MAX_PHOTO_BYTES, type PartRule, splitIntoParts } from '#core/domain/photos/uploads.ts';
import {
  detectFileType,
  detectVideoType,
  HEAD_BYTES,
  isPolyglot,
  isTypeMismatch,
  TAIL_BYTES,
} from '../platform/storage/file-type.ts';
import type { Storage } from '../platform/storage/storage.ts';

/** Declared properties of a file. */
interface DeclaredFile {
  size: number;
  type: string;
}

/** Returns why the content contradicts the declaration; null if it matches. Ignores the name. */
export function findContentFailure(head: Uint8Array, tail: Uint8Array, type: string): PhotoFailure | null {
  const sniffed = detectFileType(head, type) ?? detectVideoType(head);
  if (!sniffed) return 'not_an_image';
  return isTypeMismatch(type, sniffed) || isPolyglot(head, tail) ? 'type_mismatch' : null;
}

/** Compares the stored object with its declaration; reads only its start and end. */
export async function findStoredFailure(
  storage: Storage,
  key: string,
  { size, type }: DeclaredFile,
): Promise<PhotoFailure | null> {
  const object = await storage.head('originals', key);
  if (!object) return 'upload_missing';
  if (object.size !== size) return 'upload_mismatch';
  if (size === 0) return 'empty';
  const bytes = async (from: number, to: number) => (await storage.get('originals', key, { from, to }))?.bytes;
  const head = await bytes(0, Math.min(size, HEAD_BYTES) - 1);
  const tail = size <= HEAD_BYTES ? head : await bytes(Math.max(0, size - TAIL_BYTES), size - 1);
  return head && tail ? findContentFailure(head, tail, type) : 'upload_missing';
}

/** One rejected file of a batch, and the reason. */
export interface UploadError {
  photoId: string;
  code: string;
  field?: string;
  /** Filename of the gallery's photo with the same content. */
  sameAs?: string;
}

/** Returns the declared file, or why it is rejected. */
export function parseDeclaredFile(
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
