import type { ProposalTerms } from '#core/api/proposals.ts';
import { type ContractGap, contractGaps } from '#core/domain/contracts/contract-gaps.ts';
import { deserializeContract, fillContract, serializeContract } from '#core/domain/contracts/contract-text.ts';
import { contractValues } from '#core/domain/contracts/contract-values.ts';
import { documentLanguage } from '#core/domain/contracts/contracts.ts';
import { chooseLines, planParts, priceLines, type ProposalPrice } from '#core/domain/payments/proposal-prices.ts';
import { planInstalments } from '#core/domain/payments/proposals.ts';
import { proposalRights } from '#core/domain/payments/withdrawal-terms.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { hashOf } from '../contracts/contract-text.ts';
import { type ProposalRow, sessionTime, type StoredLine, typeIn } from './read.ts';

/** The contract of a proposal for a choice. */
interface ProposedContract {
  title: string;
  /** The template's text. */
  source: string;
  language: Language;
  /** As it is signed: JSON of `serializeContract`. */
  text: string;
  gaps: ContractGap[];
}

/** What a client agrees to. */
export interface Terms {
  price: ProposalPrice<StoredLine>;
  contract: ProposedContract | null;
  /** What is agreed to, as JSON, and its SHA-256. */
  text: string;
  hash: string;
}

/**
 * Returns what a choice costs and what is signed with it. The text names lines, amounts, plan, session, contract
 * and what was told of the right to withdraw, so that its hash changes with each of them.
 * @param chosen see `chooseLines`
 * @throws AppError `validation_failed`
 */
export function termsOf(row: ProposalRow, chosen: readonly string[]): Terms {
  const price = priceLines(chooseLines(row.lines, chosen), row);
  const parts = planParts(row.plan, price.total);
  const contract = proposedContract(row, price.total, parts.length > 1 ? parts[0]!.amount : 0);
  const text = JSON.stringify({
    title: row.title,
    message: row.message,
    lines: price.lines.map(({ title, description, quantity, unitAmount, discount, amount }) => ({
      title,
      description,
      quantity,
      unitAmount,
      discount,
      amount,
    })),
    total: price.total,
    currency: row.currency,
    plan: parts,
    session: row.date === null ? null : { type: row.type, ...sessionTime(row), place: row.location },
    cancellation: row.cancellation,
    withdrawal: proposalRights(price.lines, { isDated: row.date !== null, offersDated: row.offersDated }),
    contract: contract?.text ?? null,
  });
  return { price, contract, text, hash: hashOf(text) };
}

/** Fills the contract with the amounts of a choice, as `readContract` fills it once the session is booked. */
function proposedContract(row: ProposalRow, price: number, deposit: number): ProposedContract | null {
  if (row.contract === null || row.date === null) return null;
  const language = documentLanguage(row.contract.texts, row.clientLanguage, row.studioLanguage);
  const { title, body } = row.contract.texts[language]!;
  const { date } = row;
  const values = contractValues(
    { ...row, type: typeIn(row, language), date, savedLocation: null, price, deposit },
    language,
  );
  const text = serializeContract(fillContract({ title, body, language }, values));
  return { title, source: body, language, text, gaps: contractGaps(body, values) };
}

/** Returns terms as the client reads them, at `now`, epoch milliseconds. */
export function toProposalTerms(
  { plan, date, timeZone: zone }: ProposalRow,
  { price, contract, hash }: Terms,
  now: number,
): ProposalTerms {
  const { subtotal, discount, total } = price;
  const shown = contract && deserializeContract(contract.text);
  return {
    subtotal,
    discount,
    total,
    instalments: planInstalments(plan, total, { acceptedAt: now, date, zone }),
    contract: shown && { title: shown.title, blocks: shown.blocks },
    textHash: hash,
  };
}
