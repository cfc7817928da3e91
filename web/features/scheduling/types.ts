import type { QueryRowType } from '@rocicorp/zero';
import type { queries } from '#core/zero/queries.ts';

/** A session as the calendar has it, with its client and type. */
export type CalendarSession = QueryRowType<typeof queries.sessions.range>;

/** With its plans, and its price for those who may see money. */
export type SessionTypeRow = QueryRowType<typeof queries.sessionTypes.list>;
export type PlanRow = SessionTypeRow['plans'][number];
export type LocationRow = QueryRowType<typeof queries.locations.list>;
