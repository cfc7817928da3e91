import { describeError } from './describe-error.ts';

/** Reports of a page load: an error in a loop is one error. */
const MAX_REPORTS = 20;
let reported = 0;

/** Reports an error of rendering to our own log: class and positions only. Best effort. */
export async function sendPageError(error: unknown, page: 'public' | 'back-office'): Promise<void> {
  if (reported++ >= MAX_REPORTS) return;
  await fetch('/api/p/page-errors', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-channel': 'public' },
    body: JSON.stringify({ page, ...describeError(error) }),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => {});
}
