import type { QueryRowType } from '@rocicorp/zero';
import type { queries } from '#core/zero/queries.ts';

/** A proposal of the list, with its lines, client and totals. */
export type ProposalListRow = QueryRowType<typeof queries.proposals.list>;

/** A proposal with all that its page shows. */
export type ProposalRow = NonNullable<QueryRowType<typeof queries.proposals.byId>>;

export type ProposalLineRow = ProposalRow['lines'][number];
