import type { QueryRowType } from '@rocicorp/zero';
import type { queries } from '#core/zero/queries.ts';

export type ListRow = QueryRowType<typeof queries.proofing.lists>;
export type MoneyRow = QueryRowType<typeof queries.proofing.money>;
export type PickRow = QueryRowType<typeof queries.proofing.picks>;
export type PersonRow = QueryRowType<typeof queries.proofing.people>;
export type CommentRow = QueryRowType<typeof queries.proofing.comments>;
