import { AppError } from '#core/domain/errors.ts';
import { HEAD_BYTES, TAIL_BYTES, isTypeMismatch, isPolyglot, detectFileType } from '#functions/lib/content-type.ts';
import type { ImageType } from '#functions/lib/content-type.ts';

/**
 * An upload's type by content.
 * @param declared the type that the uploader named
 * @throws AppError `not_an_image`, `heic_unsupported` or `type_mismatch`
 */
export function identify(bytes: Buffer, declared: string): { type: ImageType; mime: string } {
  const head = bytes.subarray(0, HEAD_BYTES);
  const sniffed = detectFileType(head);
  if (!sniffed) throw new AppError('not_an_image');
  if (sniffed.type === 'heic') throw new AppError('heic_unsupported');
  const polyglot = isPolyglot(head, bytes.subarray(-TAIL_BYTES));
  if (isTypeMismatch(declared, sniffed) || polyglot) throw new AppError('type_mismatch');
  return { type: sniffed.type, mime: sniffed.mime };
}
