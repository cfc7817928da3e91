import { z } from 'zod';
import { type LineChoice } from '#core/domain/payments/proposal-prices.ts';
import { newProposalLine, proposalLineChanges } from '#core/domain/payments/proposals.ts';
import type { Amount } from '#web/lib/forms/amount.ts';
import type { ProposalLineRow } from '../types.ts';

/** Values of a line's form. */
export interface LineValues {
  productId: string | null;
  title: string;
  description: string;
  quantity: string;
  unitAmount: Amount;
  choice: LineChoice;
  groupName: string;
}

export const NEW_LINE: LineValues = {
  productId: null,
  title: '',
  description: '',
  quantity: '1',
  unitAmount: null,
  choice: 'fixed',
  groupName: '',
};

export const toLineValues = (line: ProposalLineRow): LineValues => {
  const { productId, title, description, quantity, unitAmount, choice, groupName } = line;
  return { productId, title, description, quantity: String(quantity), unitAmount, choice, groupName };
};

/** Reads a line's form, without its position. A line of a group needs the group's name; others have none. */
export const lineForm = z
  .custom<LineValues>()
  .transform(({ quantity, groupName, choice, ...line }) => ({
    ...line,
    choice,
    quantity: quantity.trim() === '' ? Number.NaN : Number(quantity),
    groupName: choice === 'one_of' ? groupName.trim() : '',
    position: 0,
  }))
  .pipe(newProposalLine)
  .refine(({ choice, groupName }) => choice !== 'one_of' || groupName !== '', { path: ['groupName'] })
  .transform(({ position: _position, ...line }) => line);

export type ReadLine = z.infer<typeof lineForm>;

/** Returns the stored fields of edited values: a choice decides about the name of the group, too. */
export function changedLineFields(read: ReadLine, edited: Partial<LineValues>): z.infer<typeof proposalLineChanges> {
  const names = new Set(Object.keys(edited) as (keyof LineValues)[]);
  if (names.has('choice')) names.add('groupName');
  return Object.fromEntries([...names].map((name) => [name, read[name]]));
}
