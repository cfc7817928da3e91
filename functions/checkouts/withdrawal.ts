import type { PublicLine, WithdrawalState } from '#core/api/dues.ts';
import { mayWithdraw } from '#core/domain/clients/contacts.ts';
import { readBookingRules } from '#core/domain/sessions/booking.ts';
import type { SessionStatus } from '#core/domain/sessions/sessions.ts';
import { mergeLines, type MergedLine } from '#core/domain/payments/products.ts';
import { type WithdrawableOrder, type Withdrawal, withdrawalOf } from '#core/domain/payments/withdrawal.ts';
import type { Language } from '#core/domain/values/languages.ts';
import type { Queryable } from '../platform/db/database.ts';
import { nameIn, sessionNameIn } from '../public-studio/names.ts';

interface OrderRow {
  orderId: string;
  sessionId: string | null;
  status: SessionStatus | null;
  /** Of the session, epoch milliseconds. */
  date: number | null;
  /** Type of the session, or name of the gallery; empty for another order. */
  name: string;
  /** What it charges, by the titles of its lines. */
  title: string;
  concludedAt: number | null;
  withdrawnAt: number | null;
  withdrawnName: string;
  withdrawnSources: string[] | null;
  isSettled: boolean;
  /** Of lines with digital content that the client asked for immediately. */
  digitalSources: string[];
  lines: WithdrawableOrder['lines'][number][];
  /** Received and not refunded, minor units. */
  paid: number;
  clientName: string;
  hasEmail: boolean;
  language: Language;
  studio: string;
  timeZone: string;
  rules: unknown;
}

/**
 * Returns what the client's page says about the right to withdraw; null for nothing. A contact who may not withdraw
 * is told only that the order ends.
 */
export function toWithdrawalState(
  order: OrderWithdrawal | undefined,
  rights: Parameters<typeof mayWithdraw>[0],
): WithdrawalState | null {
  if (!order || !(mayWithdraw(rights) || order.endsOrder)) return null;
  const { withdrawal, endsOrder } = order;
  if (withdrawal.state === 'open') return { state: 'open', until: withdrawal.until };
  return withdrawal.state === 'declared' ? { ...withdrawal, endsOrder } : null;
}

/** An order, and whether its client can withdraw from it. */
export interface OrderWithdrawal extends Omit<
  OrderRow,
  'rules' | 'lines' | 'withdrawnSources' | 'digitalSources' | 'isSettled' | 'status'
> {
  withdrawal: Withdrawal;
  /** The lines that the client withdraws from, or has: titles are empty for prices and extra photos without a name. */
  covered: { source: string; title: string }[];
  /** The client has withdrawn from all that was ordered, and the studio has not settled it yet. */
  endsOrder: boolean;
  /** What the order charges. */
  lines: PublicLine[];
  /** Titles of digital content that the client asked for immediately, and so cannot withdraw from. */
  digital: string[];
}

/** SQL: the lines of the order `o` as JSON, in order. */
export const LINES = `(select coalesce(json_agg(json_build_object('position', l.position, 'source', l.source, 'title', l.title,
           'amount', l.amount, 'isCorrection', l.is_correction, 'productId', l.product_id, 'quantity', l.quantity,
           'unitAmount', l.unit_amount, 'discount', l.discount, 'withdrawal', l.withdrawal,
           'createdAt', (extract(epoch from l.created_at) * 1000)::bigint) order by l.position), '[]')
         from order_lines l where l.account_id = o.account_id and l.order_id = o.id)`;

/** SQL: the client's language. */
const LANGUAGE = 'coalesce(c.language, a.language)';

/** SQL: the language of names, that of the page that shows them, else the client's. */
const NAMED_IN = `coalesce($4::text, ${LANGUAGE})`;

/** Orders to read, and the language of the names of their sessions and galleries; by default the client's. */
interface OrderChoice {
  orderId?: string | null;
  customerId?: string | null;
  language?: Language | null;
}

/**
 * Reads whether orders can be withdrawn from, latest first: one, or all of a client.
 * @param now epoch milliseconds
 */
export async function readWithdrawals(
  db: Queryable,
  accountId: string,
  { orderId = null, customerId = null, language = null }: OrderChoice,
  now: number,
): Promise<OrderWithdrawal[]> {
  const rows = await db.query<OrderRow>(
    `select o.id as "orderId", o.session_id as "sessionId", s.status, s.date,
       coalesce(${sessionNameIn('y', NAMED_IN)}, ${nameIn('g', NAMED_IN)}, '') as name,
       order_title(o.account_id, o.id) as title,
       case when s.source = 'client' then coalesce(s.booked_at, s.created_at)
         when o.kind = 'proposal' then (select d.decided_at from proposals d where d.account_id = o.account_id and d.id = o.id
           and d.status = 'accepted') end as "concludedAt",
       o.withdrawn_at as "withdrawnAt", o.withdrawn_name as "withdrawnName", o.withdrawn_sources as "withdrawnSources",
       o.withdrawal_settled_at is not null as "isSettled",
       coalesce((select k.digital_sources from proposal_agreements k where k.account_id = o.account_id
         and k.proposal_id = o.id), '[]') as "digitalSources", ${LINES} as lines,
       t.paid, c.name as "clientName", exists (select from customer_contacts p where p.account_id = c.account_id
         and p.customer_id = c.id and p.receives and p.email <> '') as "hasEmail",
       ${LANGUAGE} as language, a.name as studio, a.time_zone as "timeZone", b.value as rules
     from orders o join order_totals t on t.account_id = o.account_id and t.order_id = o.id
       join accounts a on a.id = o.account_id
       join customers c on c.account_id = o.account_id and c.id = o.customer_id
       left join sessions s on s.account_id = o.account_id and s.id = o.session_id
       left join session_types y on y.account_id = s.account_id and y.id = s.session_type_id
       left join galleries g on g.account_id = o.account_id and g.id = o.gallery_id
       left join settings b on b.account_id = a.id and b.key = 'booking'
     where o.account_id = $1 and ($2::text is null or o.id = $2) and ($3::text is null or o.customer_id = $3)
       and s.deleted_at is null and c.erased_at is null
     order by o.created_at desc, o.id`,
    [accountId, orderId, customerId, language],
  );
  return rows.map((row) => toWithdrawal(row, now));
}

function toWithdrawal(
  { rules, lines, withdrawnSources, digitalSources, isSettled, status, ...order }: OrderRow,
  now: number,
): OrderWithdrawal {
  const { concludedAt, withdrawnAt, timeZone } = order;
  const facts = { concludedAt, withdrawnAt, isSettled, session: status && { status }, digitalSources, lines };
  const offersDated = readBookingRules(rules).withdrawable;
  const withdrawal = withdrawalOf(facts, { zone: timeZone, offersDated }, now);
  const sources = withdrawal.state === 'open' ? withdrawal.lines.map(({ source }) => source) : (withdrawnSources ?? []);
  // A line that was taken off after the withdrawal is still one of those that it covered.
  const firsts = mergeLines(lines.filter(({ isCorrection }) => !isCorrection));
  const covered = firsts
    .filter(({ source }) => sources.includes(source))
    .map(({ source, title }) => ({ source, title }));
  const merged = mergeLines(lines);
  const isDigital = ({ source }: { source: string }) => digitalSources.includes(source);
  const digital = merged.filter((line) => line.amount > 0 && isDigital(line)).map(({ title }) => title);
  const coversAll = firsts.every((line) => sources.includes(line.source) || isDigital(line));
  const endsOrder = withdrawnAt !== null && !isSettled && coversAll;
  return { ...order, withdrawal, covered, endsOrder, lines: merged.map(toPublicLine), digital };
}

/** Returns the lines that a client's page shows: none of a session that is one price. */
export function linesToShow(order: Pick<OrderWithdrawal, 'lines'> | undefined): PublicLine[] {
  const lines = order?.lines ?? [];
  return lines.some(({ kind }) => kind !== 'price') ? lines : [];
}

/** Returns a line as clients and other programs see it. */
export function toPublicLine({
  source,
  title,
  quantity,
  unitAmount,
  discount,
  amount,
  isProduct,
}: MergedLine): PublicLine {
  const isExtras = source.startsWith('list:');
  const kind = isProduct ? 'product' : isExtras ? 'extras' : source === 'price' ? 'price' : 'other';
  return { kind, title, quantity, unitAmount, discount: Math.max(0, discount), amount };
}
