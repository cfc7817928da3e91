import { publicPages } from '#core/api/public.ts';
import { HOUR_MS, MINUTE_MS } from '#core/domain/durations.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { networkPrefix } from '../platform/http/network-prefix.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';
import { log } from '../platform/observability/telemetry.ts';

/** Reports of one network: a page that fails again and again after reloading. */
const PER_NETWORK = { limit: 20, windowMs: 10 * MINUTE_MS };
/** Reports of all visitors. One is enough to find a mistake; anybody may send them, and each costs a line of the log. */
const OF_ALL = { limit: 600, windowMs: HOUR_MS };

export const pageError = defineHandler(publicPages.pageError, async ({ services: { db, clock }, request, body }) => {
  const now = clock();
  await limitAttempts(db, { bucket: `page-errors:${networkPrefix(request.viewerIp)}`, ...PER_NETWORK }, now);
  await limitAttempts(db, { bucket: 'page-errors', ...OF_ALL }, now);
  log('warn', 'page_error', { page: body.page, error: body.type, stack: body.frames.join('\n') });
  return { body: {} };
});
