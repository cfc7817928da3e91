import { VISITOR_RENEWAL_MS } from '#core/domain/galleries/live.ts';
import { Live } from './live-connection.ts';

let live: Live | undefined;

/** Returns the page's connection as a visitor, whom the cookie of the visitor session names. */
export function visitorLive(): Live {
  live ??= new Live({ query: () => Promise.resolve({ channel: 'public' }), renewalMs: VISITOR_RENEWAL_MS });
  return live;
}
