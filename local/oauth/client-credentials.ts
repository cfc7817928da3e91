import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';

/** Returns the fields of a form; empty for another body. */
export async function readForm(c: Context): Promise<URLSearchParams> {
  return new URLSearchParams(c.req.method === 'POST' ? await c.req.text() : '');
}

/** Returns the client's credentials, from header or body (RFC 6749 section 2.3.1). */
export function clientCredentials(c: Context, form: URLSearchParams): { id: string; secret: string } {
  const basic = /^basic (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if (!basic) return { id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' };
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':').map(formDecoded);
  return { id, secret };
}

/** Decodes one half as of RFC 6749; malformed input matches no client. */
function formDecoded(text: string): string {
  return new URLSearchParams(`value=${text.replaceAll('&', '%26')}`).get('value') ?? '';
}

export function sameSecret(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
