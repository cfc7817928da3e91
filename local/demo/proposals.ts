import type pg from 'pg';
import type { LineChoice, ProposalPlan } from '#core/domain/payments/proposal-prices.ts';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import type { DemoStudio } from './demo-ids.ts';
import { insert, inTransaction } from './insert.ts';
import { startOfMadridDay } from './week.ts';

/** A line: name of its key, title, amount in cents, and how it is chosen. */
type Line = readonly [key: string, title: string, amount: number, choice: LineChoice, product?: string];

const PACKAGES: readonly Line[] = [
  ['half', 'Six hours, one photographer, 300 photos', 160_000, 'one_of'],
  ['full', 'Twelve hours, two photographers, 600 photos', 240_000, 'one_of', 'day'],
  ['album', 'Album 30 × 30, forty pages in a linen box', 42_000, 'optional', 'album'],
  ['hour', 'One more hour', 18_000, 'optional', 'hour'],
];

const WEDDING_PLAN: ProposalPlan = [
  { amount: null, percent: 34, due: { kind: 'accepted', days: 0 } },
  { amount: null, percent: 33, due: { kind: 'session', days: 73 } },
  { amount: null, percent: 33, due: { kind: 'session', days: 14 } },
];

const ON_ACCEPTANCE: ProposalPlan = [{ amount: null, percent: 100, due: { kind: 'accepted', days: 14 } }];

/**
 * Creates a template, a draft for a lead, an open proposal, the accepted one of the wedding in Pals, and an order that was
 * entered by hand. Writes to the database directly, since mutators cannot date actions back. Safe to repeat.
 */
export function makeProposals(databaseUrl: string, studio: DemoStudio): Promise<void> {
  return inTransaction(databaseUrl, (db) => insertProposals(db, studio));
}

async function insertProposals(db: pg.Client, { accountId, userId, ids, now }: DemoStudio): Promise<void> {
  const author = { account_id: accountId, author_id: userId };
  const endOfDay = (days: number) => new Date(startOfMadridDay(now, days + 1) - 1);
  const wedding = { session_type_id: ids.sessionType('wedding'), photographer_id: userId, duration: 480 };
  const contract = { contract_template_id: ids.document('contract') };
  const message = 'Thank you for telling us about your day. This is how we would photograph it.';
  const inPlan = { plan: JSON.stringify(WEDDING_PLAN), message };

  async function propose(id: string, row: object, lines: readonly Line[], chosen: readonly string[] = []) {
    if (!(await insert(db, 'proposals', { id, ...author, ...row }))) return;
    for (const [position, [key, title, amount, choice, product]] of lines.entries()) {
      await insert(db, 'proposal_lines', {
        id: ids.proposal(`${id} ${key}`),
        account_id: accountId,
        proposal_id: id,
        position,
        title,
        unit_amount: amount,
        choice,
        group_name: choice === 'one_of' ? 'Coverage' : '',
        product_id: product ? ids.product(product) : null,
        is_chosen: chosen.includes(key),
      });
    }
  }

  const template = { is_template: true, title: 'Wedding day' };
  await propose(ids.proposal('template'), { ...template, ...wedding, ...contract, ...inPlan }, PACKAGES);
  const date = new Date(startOfMadridDay(now, 201) + 12 * HOUR_MS);
  const asked = { title: 'Your wedding in Llançà', lead_id: ids.lead('wedding'), date, location: 'Llançà' };
  await propose(ids.proposal('sea'), { ...asked, ...wedding, ...contract, ...inPlan, holds_slot: true }, PACKAGES);
  const album = ids.proposal('album');
  const sent = { status: 'proposed', sent_at: new Date(now - 2 * DAY_MS), valid_until: endOfDay(12) };
  const offer = { title: 'The album of your wedding', plan: JSON.stringify(ON_ACCEPTANCE), photographer_id: userId };
  const couple = { customer_id: ids.customer('vila') };
  await propose(album, { ...offer, ...couple, ...sent, message: 'Your photos deserve paper.' }, [
    ['book', 'Album 30 × 30, forty pages in a linen box', 42_000, 'fixed', 'album'],
    ['copies', 'Two copies for your parents, 20 × 20', 38_000, 'optional'],
    ['prints', 'Twelve prints on cotton paper', 14_000, 'optional'],
  ]);
  const order = { id: album, kind: 'proposal', status: 'proposed', ...couple, photographer_id: userId };
  await insert(db, 'orders', { ...author, ...order, currency: 'EUR' });
  const answered = { sent_at: new Date(now - 38 * DAY_MS), decided_at: new Date(now - 34 * DAY_MS) };
  const accepted = { status: 'accepted', valid_until: new Date(now - 24 * DAY_MS), ...answered };
  const vows = { customer_id: ids.customer('vidal'), signer_name: 'Mercè Vidal', location: 'Pals' };
  const day = new Date(startOfMadridDay(now, 79) + 12 * HOUR_MS);
  const booked = { title: 'Your wedding in Pals', date: day, ...wedding, ...inPlan, ...vows, ...accepted };
  await propose(ids.session('vows'), booked, PACKAGES, ['full']);
  const prints = ids.order('prints');
  const byHand = { id: prints, kind: 'manual', customer_id: ids.customer('vila'), photographer_id: userId };
  if (await insert(db, 'orders', { ...author, ...byHand, currency: 'EUR', created_at: new Date(now - 5 * DAY_MS) })) {
    const line = [accountId, prints, `product:${ids.order('prints line')}`, 'Prints 20 × 30 on cotton paper', 6, 1_800];
    await db.query('select append_product_line($1, $2, $3, $4, null, $5, $6, 0)', line);
  }
}
