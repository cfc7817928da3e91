import type { QueryRowType } from '@rocicorp/zero';
import type { queries } from '#core/zero/queries.ts';

/** A session of the calendar with its client and type. */
export type CalendarSession = QueryRowType<typeof queries.sessions.range>;

/** A session type with its plans, and its price for roles that may see money. */
export type SessionTypeRow = QueryRowType<typeof queries.sessionTypes.list>;
export type PlanRow = SessionTypeRow['plans'][number];
export type MemberRow = QueryRowType<typeof queries.team.members>;
export type LocationRow = QueryRowType<typeof queries.locations.list>;
