import type { QueryRowType } from '@rocicorp/zero';
import type { queries } from '#core/zero/queries.ts';

/** A lead of the list, with its session type. */
export type LeadRow = QueryRowType<typeof queries.leads.list>;
