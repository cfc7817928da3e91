import type { PhotoFailure } from '#core/domain/photos.ts';
import { isTypeMismatch, HEAD_BYTES, isPolyglot, detectFileType, TAIL_BYTES } from './content-type.ts';
import type { Storage } from './storage.ts';

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
