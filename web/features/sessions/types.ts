import type { QueryRowType } from '@rocicorp/zero';
import type { queries } from '#core/zero/queries.ts';

/** A session of the lists with its client and type. */
export type SessionListRow = QueryRowType<typeof queries.sessions.list>;

/** A session of the session page with all related rows. */
export type SessionRow = NonNullable<QueryRowType<typeof queries.sessions.byId>>;

/** A session in the trash. */
export type TrashedSession = QueryRowType<typeof queries.sessions.trashed>;

export type SessionTypeRow = QueryRowType<typeof queries.sessionTypes.list>;
