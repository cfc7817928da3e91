import { createProposalLink } from '#functions/public-studio/proposal-links.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { insertRow, newId, type Row } from '../../support/rows.ts';
import { database } from './database.ts';
import type { Photographer } from './photographer.ts';

const query = async <R>(text: string, values: readonly unknown[] = []) =>
  (await database().query(text, [...values])).rows as R[];

/** A wedding: two packages, something included, and an add-on. */
const WEDDING: readonly Row[] = [
  { title: 'Full day', description: 'Ten hours, two photographers', unit_amount: 240_000, choice: 'one_of' },
  { title: 'Half day', description: 'Five hours', unit_amount: 150_000, choice: 'one_of' },
  { title: 'Travel', unit_amount: 10_000 },
  { title: 'Album', unit_amount: 45_000, choice: 'optional' },
];

/**
 * Inserts a proposal of a wedding.
 * @returns its id
 */
export async function makeProposal(
  { account, session }: Photographer,
  customerId: string | null,
  values: Row = {},
): Promise<string> {
  const id = newId();
  const of = { account_id: account.id, author_id: session.user.id };
  const dates = { valid_until: new Date(Date.now() + 14 * DAY_MS), date: new Date(Date.now() + 90 * DAY_MS) };
  const content = { title: 'Your wedding', message: 'We would love to be there.', duration: 600 };
  await insertRow(database(), 'proposals', { id, ...of, customer_id: customerId, ...content, ...dates, ...values });
  for (const [index, line] of WEDDING.entries()) {
    const row = { id: newId(), account_id: account.id, proposal_id: id, position: index * 1000, ...line };
    await insertRow(database(), 'proposal_lines', {
      ...row,
      group_name: line['choice'] === 'one_of' ? 'Choose your package' : '',
    });
  }
  return id;
}

/** Returns the path of the client's page of a sent proposal. */
export async function proposalPath({ account }: Photographer, proposalId: string): Promise<string> {
  const link = { accountId: account.id, proposalId, contactId: null };
  return `/p/${account.slug}/proposal/${await createProposalLink({ query }, link, Date.now())}`;
}
