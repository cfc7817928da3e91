import { logos } from '#core/api/logos.ts';
import type { ErrorCode } from '#core/domain/values/errors.ts';
import { type LogoUpload, MAX_LOGO_BYTES } from '#core/domain/branding/logo.ts';
import { STUDIO_PHOTO_KINDS, type StudioPhotoKind } from '#core/domain/branding/studio-photos.ts';

/** A failed upload; `code` has a text in `errors:<code>`, null if the server said none. */
export class PictureUploadError extends Error {
  readonly code: ErrorCode | null;

  constructor(code: ErrorCode | null) {
    super('Upload failed');
    this.code = code;
  }
}

/** File types of a logo or icon, as `<input accept>`. */
export const LOGO_TYPES = 'image/png,image/jpeg,image/webp,image/svg+xml,.svg';

/** Where a picture is shown: across the studio's pages, or as that of a session type. */
export type PictureVariant = LogoUpload | StudioPhotoKind | { sessionTypeId: string };

interface PictureUpload {
  file: File;
  variant: PictureVariant;
  accountId: string;
  token: string;
}

/**
 * Uploads a logo or a photo, which the server writes into the settings of the studio or of the session type.
 * @throws PictureUploadError
 */
export async function uploadPicture({ file, variant, accountId, token }: PictureUpload): Promise<void> {
  const isOfType = typeof variant === 'object';
  const isPhoto = isOfType || (STUDIO_PHOTO_KINDS as readonly string[]).includes(variant);
  const picture = isPhoto ? await fitPhoto(file) : file;
  if (picture.size > MAX_LOGO_BYTES) throw new PictureUploadError('too_large');
  const body = new FormData();
  body.set('logo', picture);
  if (!isOfType) body.set('variant', variant);
  const { channel, path } = isOfType ? logos.uploadOfType : logos.upload;
  const address = isOfType ? path.replace(':sessionTypeId', variant.sessionTypeId) : path;
  const headers = { authorization: `Bearer ${token}`, 'x-account-id': accountId, 'x-channel': channel };
  const response = await fetch(address, { method: 'POST', headers, body }).catch(() => null);
  if (response?.ok) return;
  const answer = (await response?.json().catch(() => null)) as { error?: { code?: ErrorCode } } | null | undefined;
  throw new PictureUploadError(answer?.error?.code ?? null);
}

/** Longest side of a photo that is drawn smaller before its upload, in pixels; pages show at most 1920. */
const LARGEST = 2400;

/** Returns a photo that is small enough for an upload: itself, or drawn smaller; itself too if the browser cannot read it. */
async function fitPhoto(file: File): Promise<Blob> {
  if (file.size <= MAX_LOGO_BYTES) return file;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return file;
  const scale = Math.min(1, LARGEST / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), 'image/jpeg', 0.9));
}
