import { fonts } from '#core/api/fonts.ts';
import type { ResponseOf } from '#core/api/endpoint.ts';

type UploadedFont = ResponseOf<typeof fonts.upload>;

/**
 * A failed upload. The message is a fixed one (docs/specification.md#messages), or the server's; `code` has a text in
 * `errors:<code>`.
 */
export class FontUploadError extends Error {
  readonly code: string | null;

  constructor(message: string, code: string | null = null) {
    super(message);
    this.code = code;
  }
}

interface FontUploadOptions {
  accountId: string | null;
  getToken: () => Promise<string | null>;
  /** Receives the sent part of the file, 0–1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
}

/**
 * Uploads a font. Checks the account, then the token, then asks the server.
 * @throws FontUploadError
 */
export async function uploadFont(file: File, options: FontUploadOptions): Promise<UploadedFont> {
  const { accountId, getToken, onProgress, signal } = options;
  if (!accountId) throw new FontUploadError('Missing account ID');
  const token = await getToken();
  if (!token) throw new FontUploadError('Missing access token');
  const body = new FormData();
  body.set('font', file);
  const { status, json } = await send({ accountId, token, body, onProgress, signal });
  if (status >= 200 && status < 300) return fonts.upload.response.parse(json);
  const { code, message } = (json as { error?: { code?: string; message?: string } } | null)?.error ?? {};
  throw new FontUploadError(message || 'Upload failed', code ?? null);
}

interface Upload {
  onProgress: FontUploadOptions['onProgress'];
  signal: AbortSignal | undefined;
  accountId: string;
  token: string;
  body: FormData;
}

/** Sends with XMLHttpRequest: `fetch` tells nothing of an upload's progress. */
function send({ accountId, token, body, onProgress, signal }: Upload): Promise<{ status: number; json: unknown }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(fonts.upload.method, fonts.upload.path);
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.setRequestHeader('x-account-id', accountId);
    request.setRequestHeader('x-channel', fonts.upload.channel);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => resolve({ status: request.status, json: parse(request.responseText) }));
    request.addEventListener('error', () => reject(new FontUploadError('Upload failed', 'network')));
    request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
