import { z } from 'zod';
import { toSingleLine } from '../messages/message-templates.ts';
import { CONTRACT_FIELDS, findContractFields } from './contracts.ts';
import type { ContractValues } from './contract-text.ts';

/** What a text lacks to be sent and signed: the value of a field, or a lawyer's check of our draft. */
export const contractGap = z.enum([...CONTRACT_FIELDS, 'draftLine']);
export type ContractGap = z.infer<typeof contractGap>;

/** First words of the line with which our drafts ask for a check (`CONTRACT_STARTERS`), in each language. */
const DRAFT_WORDS = ['DRAFT:', 'BORRADOR:', 'ESBORRANY:'] as const;

/** True if a text still has the line that asks for a lawyer's check. */
export function hasDraftLine(body: string): boolean {
  return body
    .split('\n')
    .some((line) => DRAFT_WORDS.some((words) => line.replace(/^[#\-*•\s]+/, '').startsWith(words)));
}

/**
 * Returns what a text lacks, each once: the draft's line first, then fields without a value, in their order. Deposit and
 * balance are empty without a price, which alone is then named.
 */
export function contractGaps(body: string, values: ContractValues): ContractGap[] {
  const used = findContractFields(body);
  const empty = CONTRACT_FIELDS.filter((field) => used.includes(field) && toSingleLine(values[field] ?? '') === '');
  const hasNoPrice = empty.includes('price');
  const named = empty.filter((field) => !(hasNoPrice && (field === 'deposit' || field === 'balance')));
  return [...(hasDraftLine(body) ? (['draftLine'] as const) : []), ...named];
}
