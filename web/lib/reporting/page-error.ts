import { describeError } from './describe-error.ts';

/** Reports an error of rendering to our own log: class and positions only. Best effort. */
export async function sendPageError(error: unknown, page: 'public' | 'back-office'): Promise<void> {
  await fetch('/api/p/page-errors', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-channel': 'public' },
    body: JSON.stringify({ page, ...describeError(error) }),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => {});
}
