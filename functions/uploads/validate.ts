import { type UploadFile, uploadFile } from '#core/api/uploads.ts';
import type { PhotoFailure } from '#core/domain/photos.ts';
import { MAX_PHOTO_BYTES, type PartRule, splitIntoParts } from '#core/domain/uploads.ts';
import { detectFileType, HEAD_BYTES, isPolyglot, isTypeMismatch, TAIL_BYTES } from '../platform/storage/file-type.ts';
import type { Storage } from '../platform/storage/storage.ts';

/** What was announced of a file. */
export interface DeclaredFile {
  size: number;
  type: string;
}

/** Why these bytes are not what was announced; null when they are. Decided by content, never by name. */
export function findContentFailure(head: Uint8Array, tail: Uint8Array, type: string): PhotoFailure | null {
  const sniffed = detectFileType(head);
  if (!sniffed) return 'not_an_image';
  if (sniffed.type === 'heic') return 'heic_unsupported';
  return isTypeMismatch(type, sniffed) || isPolyglot(head, tail) ? 'type_mismatch' : null;
}

/** Holds the stored object against its announcement, reading its two ends alone. */
export async function findStoredFailure(
  storage: Storage,
  key: string,
  { size, type }: DeclaredFile,
): Promise<PhotoFailure | null> {
  const object = await storage.head('originals', key);
  if (!object) return 'upload_missing';
  if (object.size !== size) return 'upload_mismatch';
  if (size === 0) return 'empty';
  const bytes = async (from: number, to: number) => {
    const response = await storage.get('originals', key, { from, to });
    return response && new Uint8Array(await response.arrayBuffer());
  };
  const head = await bytes(0, Math.min(size, HEAD_BYTES) - 1);
  const tail = size <= HEAD_BYTES ? head : await bytes(Math.max(0, size - TAIL_BYTES), size - 1);
  return head && tail ? findContentFailure(head, tail, type) : 'upload_missing';
}

/** One of several files that could not be taken, and why. */
export interface UploadError {
  photoId: string;
  code: string;
  field?: string;
  /** The filename of the gallery's photo that has the same content. */
  sameAs?: string;
}

const HEIC_TYPE = /^image\/hei[cf](-sequence)?$/i;
const HEIC_NAME = /\.hei[cf]$/i;

/** The announced file, or why it cannot be taken. HEIC is told apart, since there is advice to give. */
export function parseDeclaredFile(
  input: { photoId: string; [field: string]: unknown },
  rule: PartRule,
): UploadFile | UploadError {
  const { photoId, type, filename, size } = input;
  if (
    (typeof type === 'string' && HEIC_TYPE.test(type)) ||
    (typeof filename === 'string' && HEIC_NAME.test(filename))
  ) {
    return { photoId, code: 'heic_unsupported', field: 'type' };
  }
  if (size === 0) return { photoId, code: 'empty', field: 'size' };
  if (typeof size === 'number' && size > MAX_PHOTO_BYTES) return { photoId, code: 'too_large', field: 'size' };
  const parsed = uploadFile.safeParse(input);
  if (parsed.success && hasPartHashes(parsed.data, rule)) return parsed.data;
  if (parsed.success) return { photoId, code: 'validation_failed', field: 'partHashes' };
  const field = String(parsed.error.issues[0]?.path[0] ?? '');
  return { photoId, code: field === 'type' ? 'not_an_image' : 'validation_failed', ...(field ? { field } : {}) };
}

/** Whoever can tell the hash of the whole can tell those of its parts: without them a part could be anything. */
function hasPartHashes({ size, sha256, partHashes }: UploadFile, rule: PartRule): boolean {
  return (partHashes?.length ?? 0) === (sha256 ? splitIntoParts(size, rule).length : 0);
}
