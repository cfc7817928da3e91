import type { QueryRowType } from '@rocicorp/zero';
import type { queries } from '#core/zero/queries.ts';

export type StepRow = QueryRowType<typeof queries.automations.ofType>;
export type RunRow = QueryRowType<typeof queries.automations.ofSession>;
export type SessionRow = NonNullable<QueryRowType<typeof queries.sessions.byId>>;
