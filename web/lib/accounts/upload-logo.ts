import { logos } from '#core/api/logos.ts';
import type { ErrorCode } from '#core/domain/errors.ts';
import { type LogoUpload, MAX_LOGO_BYTES } from '#core/domain/logo.ts';

/** A failed upload; `code` has a text in `errors:<code>`, null if the server said none. */
export class LogoUploadError extends Error {
  readonly code: ErrorCode | null;

  constructor(code: ErrorCode | null) {
    // The message is the spec's (§8).
    super('Upload failed');
    this.code = code;
  }
}

/** File types of a logo or icon, as `<input accept>`. */
export const LOGO_TYPES = 'image/png,image/jpeg,image/webp,image/svg+xml,.svg';

interface Upload {
  file: File;
  variant: LogoUpload;
  accountId: string;
  token: string;
}

/**
 * Stores a studio's logo or icon.
 * @throws LogoUploadError
 */
export async function uploadLogo({ file, variant, accountId, token }: Upload): Promise<void> {
  if (file.size > MAX_LOGO_BYTES) throw new LogoUploadError('too_large');
  const body = new FormData();
  body.set('logo', file);
  body.set('variant', variant);
  const headers = { authorization: `Bearer ${token}`, 'x-account-id': accountId, 'x-channel': logos.upload.channel };
  const response = await fetch(logos.upload.path, { method: 'POST', headers, body }).catch(() => null);
  if (response?.ok) return;
  const answer = (await response?.json().catch(() => null)) as { error?: { code?: ErrorCode } } | null | undefined;
  throw new LogoUploadError(answer?.error?.code ?? null);
}
