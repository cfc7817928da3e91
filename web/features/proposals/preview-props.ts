import type { ProposalChanges } from './proposal-values.ts';
import type { ProposalRow } from './types.ts';

/** What the preview of a client's page shows: a stored proposal, with fields that are not saved yet. */
export interface ProposalPreviewProps {
  proposal: ProposalRow;
  changes?: ProposalChanges | undefined;
}
