import type { Context } from 'hono';
import { html } from 'hono/html';
import type { ProviderAccount } from './accounts.ts';

/** Returns the URL of an account's picture. */
export function pictureUrl(providerUrl: string, { givenName, familyName }: ProviderAccount): string {
  const initials = `${givenName.slice(0, 1)}${familyName.slice(0, 1)}`.toUpperCase();
  return `${providerUrl}/picture?initials=${encodeURIComponent(initials)}`;
}

/** Sends an image with the person's initials. */
export async function sendPicture(c: Context): Promise<Response> {
  const initials = (c.req.query('initials') ?? '').slice(0, 2);
  c.header('Content-Type', 'image/svg+xml');
  c.header('Content-Security-Policy', "default-src 'none'");
  c.header('Cache-Control', 'public, max-age=86400');
  const picture = await html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">
    <rect width="96" height="96" fill="#6d675f" />
    <text x="48" y="60" text-anchor="middle" font-family="sans-serif" font-size="36" fill="#fffdfa">${initials}</text>
  </svg>`;
  return c.body(picture);
}
