import type { QueryRowType } from '@rocicorp/zero';
import type { queries } from '#core/zero/queries.ts';

/** A session as the lists have it, with its client and type. */
export type SessionListRow = QueryRowType<typeof queries.sessions.list>;

/** A session as its page has it, with everything around it. */
export type SessionRow = NonNullable<QueryRowType<typeof queries.sessions.byId>>;

/** One in the trash. */
export type TrashedSession = QueryRowType<typeof queries.sessions.trashed>;

export type SessionTypeRow = QueryRowType<typeof queries.sessionTypes.list>;

/** Addresses that sessions lead to; `web/app` knows them. */
export interface SessionPlaces {
  sessions: string;
  newSession: string;
  trash: string;
  sessionHref: (sessionId: string) => string;
  customerHref: (customerId: string) => string;
  galleryHref: (galleryId: string) => string;
}
