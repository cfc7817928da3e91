import { MINUTE_MS, SECOND_MS } from '#core/domain/values/durations.ts';
import { exclusively } from '../browser/exclusively.ts';
import { readStored, writeStored } from '../browser/storage.ts';

/** Maximum number of requests for a new token in any minute, of all windows of a browser together. */
export const TOKEN_REQUESTS_PER_MINUTE = 3;

/** Storage key of the requests of the last minute; it names no person. */
const KEY = 'token-requests';
/** Longest pause that the service may ask for with `Retry-After`, in milliseconds. */
const MAX_PAUSE_MS = 10 * MINUTE_MS;

/** What all windows of the browser know. Times are epoch milliseconds. */
interface Spent {
  /** Times of the requests of the last minute. */
  times: readonly number[];
  /** The service wants no request before this time. */
  notBefore: number;
}

const NOTHING: Spent = { times: [], notBefore: 0 };

/**
 * Returns a `fetch` for the auth client that bounds requests for a new token, for all callers and with any answer of
 * the service; all others pass. One too many gets a 503 without being sent: for the auth client the service is then
 * away for a while, and it keeps the session. A 429 becomes a 503 too, because the client drops a session whose token
 * has expired at any 4xx.
 */
export function boundTokenRequests(send: typeof fetch = (...request) => fetch(...request)): typeof fetch {
  // Where storage is refused, each window counts its own.
  let own = NOTHING;
  const read = (now: number): Spent => {
    const { times, notBefore } = (readStored(KEY) as Spent | null) ?? own;
    // After a change of the clock, times may be in the future.
    const isRecent = (time: number) => time <= now && time > now - MINUTE_MS;
    return { times: times.filter(isRecent), notBefore: notBefore <= now + MAX_PAUSE_MS ? notBefore : 0 };
  };
  const write = (next: Spent) => {
    own = next;
    writeStored(KEY, next);
  };
  const take = () =>
    exclusively(KEY, () => {
      const now = Date.now();
      const spent = read(now);
      if (now < spent.notBefore || spent.times.length >= TOKEN_REQUESTS_PER_MINUTE) return false;
      write({ ...spent, times: [...spent.times, now] });
      return true;
    });
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.searchParams.get('grant_type') !== 'refresh_token') return send(input, init);
    // Without a network nothing is sent: once it is back, no request is missing.
    if (globalThis.navigator?.onLine === false || !(await take())) return unavailable();
    const answer = await send(input, init);
    if (answer.status !== 429) return answer;
    const notBefore = Date.now() + pauseOf(answer.headers.get('retry-after'));
    await exclusively(KEY, () => write({ ...read(Date.now()), notBefore }));
    return unavailable();
  };
}

const unavailable = () => Response.json({ message: 'No token may be requested now' }, { status: 503 });

/** Returns the pause of a `Retry-After` in milliseconds: seconds or a date; a minute without one. */
function pauseOf(retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? Number.NaN) * SECOND_MS;
  const pause = Number.isFinite(seconds) ? seconds : Date.parse(retryAfter ?? '') - Date.now();
  return pause > 0 ? Math.min(pause, MAX_PAUSE_MS) : MINUTE_MS;
}
