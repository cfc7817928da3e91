import type { PublicProposal } from '#core/api/proposals.ts';
import type { ContractTexts } from '#core/domain/contracts/contracts.ts';
import type { CancellationRule, PromisedRule } from '#core/domain/payments/cancellation.ts';
import { type ChoiceLine, type ProposalPlan, sortLines } from '#core/domain/payments/proposal-prices.ts';
import type { WithdrawalKind } from '#core/domain/payments/products.ts';
import { proposalState, type ProposalStatus } from '#core/domain/payments/proposals.ts';
import { readBookingRules } from '#core/domain/sessions/booking.ts';
import type { SessionStatus } from '#core/domain/sessions/sessions.ts';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { formatSessionLocation } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { textsIn, type Translations } from '#core/domain/values/translations.ts';
import { epochMs, type Queryable } from '../platform/db/database.ts';

/** A line as stored. */
export interface StoredLine extends ChoiceLine {
  productId: string | null;
  isChosen: boolean;
  /** Of its product; null for a line that was typed. */
  withdrawal: WithdrawalKind | null;
}

/** A proposal with all that its page, its text and its acceptance need. Times in epoch milliseconds. */
export interface ProposalRow {
  id: string;
  accountId: string;
  status: ProposalStatus;
  title: string;
  message: string;
  customerId: string;
  leadId: string | null;
  /** Of the session: the proposal's, or else the type's. */
  photographerId: string | null;
  sessionTypeId: string | null;
  /** Name of the session's type in the studio's language; empty without one. */
  type: string;
  /** Its names in other languages. */
  translations: Translations | null;
  /** Clients per slot of the type. */
  maxClients: number;
  date: number | null;
  /** Minutes. */
  duration: number;
  location: string;
  discountAmount: number;
  discountPercent: number;
  plan: ProposalPlan;
  validUntil: number;
  sentAt: number;
  decidedAt: number | null;
  signerName: string;
  /** What the type's rule promises for cancelling; null without one, and without a session. */
  cancellation: CancellationRule | null;
  /** The session of an accepted proposal, as it is now; null without one, and if it is gone. */
  booked: {
    start: number;
    duration: number;
    savedLocation: { name: string; address: string } | null;
    location: string;
    cancellation: PromisedRule | null;
    status: SessionStatus;
    isInTrash: boolean;
  } | null;
  lines: StoredLine[];
  /** Also sessions on a date can be withdrawn from. */
  offersDated: boolean;
  currency: string;
  timeZone: string;
  /** The contract's template; null without one. */
  contract: { templateId: string; texts: ContractTexts; needsCountersignature: boolean } | null;
  /** What fills the contract. */
  client: string;
  clientAddress: string;
  clientTaxId: string;
  studio: string;
  photographer: Readonly<Record<string, unknown>> | null;
  tax: unknown;
  clientLanguage: Language;
  studioLanguage: Language;
}

/** Returns a proposal that has a client; undefined if it is missing, foreign or a template. */
export async function readProposal(
  db: Queryable,
  accountId: string,
  proposalId: string,
): Promise<ProposalRow | undefined> {
  const [found] = await db.query<Omit<ProposalRow, 'offersDated'> & { rules: unknown }>(
    `select p.id, p.account_id as "accountId", p.status, p.title, p.message, p.customer_id as "customerId",
       p.lead_id as "leadId", coalesce(p.photographer_id, y.photographer_id) as "photographerId",
       p.session_type_id as "sessionTypeId", coalesce(y.name, '') as type,
       y.settings -> 'translations' as translations, coalesce(y.max_clients, 1) as "maxClients",
       ${epochMs('p.date')} as date, p.duration, p.location, p.discount_amount as "discountAmount",
       p.discount_percent as "discountPercent", p.plan, ${epochMs('p.valid_until')} as "validUntil",
       ${epochMs('p.sent_at')} as "sentAt", ${epochMs('p.decided_at')} as "decidedAt",
       p.signer_name as "signerName", case when p.date is not null then y.cancellation end as cancellation,
       case when s.id is not null then json_build_object('start', ${epochMs('s.date')}, 'duration', s.duration,
         'savedLocation', case when o.id is not null then json_build_object('name', o.name, 'address', o.address) end,
         'location', s.location, 'cancellation', s.cancellation, 'status', s.status,
         'isInTrash', s.deleted_at is not null) end as booked,
       (select coalesce(json_agg(json_build_object('id', l.id, 'position', l.position, 'productId', l.product_id,
           'title', l.title, 'description', l.description, 'quantity', l.quantity, 'unitAmount', l.unit_amount,
           'choice', l.choice, 'groupName', l.group_name, 'isChosen', l.is_chosen,
           'withdrawal', d.withdrawal)), '[]')
         from proposal_lines l left join products d on d.account_id = l.account_id and d.id = l.product_id
         where l.account_id = p.account_id and l.proposal_id = p.id) as lines,
       a.currency_code as currency, a.time_zone as "timeZone",
       case when m.id is not null and p.date is not null then json_build_object('templateId', m.id, 'texts', m.texts,
         'needsCountersignature', m.needs_countersignature) end as contract,
       c.name as client, c.address as "clientAddress", c.tax_id as "clientTaxId", a.name as studio,
       g.value as photographer, x.value as tax, b.value as rules, coalesce(c.language, a.language) as "clientLanguage",
       a.language as "studioLanguage"
     from proposals p join accounts a on a.id = p.account_id
       join customers c on c.account_id = p.account_id and c.id = p.customer_id
       left join sessions s on s.account_id = p.account_id and s.id = p.id and p.status = 'accepted'
       left join locations o on o.account_id = s.account_id and o.id = s.location_id
       left join session_types y on y.account_id = p.account_id
         and y.id = case when s.id is null then p.session_type_id else s.session_type_id end
       left join contract_templates m on m.account_id = p.account_id and m.id = p.contract_template_id
       left join settings g on g.account_id = a.id and g.key = 'photographer'
       left join settings x on x.account_id = a.id and x.key = 'tax'
       left join settings b on b.account_id = a.id and b.key = 'booking'
     where p.account_id = $1 and p.id = $2 and not p.is_template`,
    [accountId, proposalId],
  );
  if (!found) return undefined;
  const { rules, ...row } = found;
  return { ...row, lines: sortLines(row.lines), offersDated: readBookingRules(rules).withdrawable };
}

/** Returns the time of the session that a proposal books; null for none. */
export function sessionTime({ date, duration }: Pick<ProposalRow, 'date' | 'duration'>) {
  return date === null ? null : { start: date, end: date + duration * MINUTE_MS };
}

const ENDED: readonly SessionStatus[] = ['cancelled', 'declined'];

/** True if a proposal has booked a session that was cancelled, rejected or deleted since. */
export function isBookingOver({ status, date, booked }: Pick<ProposalRow, 'status' | 'date' | 'booked'>): boolean {
  if (status !== 'accepted' || date === null) return false;
  return booked === null || booked.isInTrash || ENDED.includes(booked.status);
}

/** Returns the session as its client sees it: as it is proposed, or as it is now; null for none, and once it is over. */
function toPublicSession(row: ProposalRow, isFree: boolean): PublicProposal['session'] {
  const { booked, location, cancellation } = row;
  if (isBookingOver(row)) return null;
  const time = sessionTime(booked ? { date: booked.start, duration: booked.duration } : row);
  return (
    time && {
      type: typeIn(row, row.clientLanguage),
      ...time,
      place: booked ? formatSessionLocation(booked.savedLocation, booked.location) : location,
      isFree,
      cancellation: booked ? booked.cancellation : cancellation,
    }
  );
}

/** Returns the name of the session's type in a language, as contracts and mails have it. */
export const typeIn = (
  { type, translations }: Pick<ProposalRow, 'type' | 'translations'>,
  language: Language,
): string => textsIn({ name: type, translations }, language).name;

/** What a link shows of a proposal beside the row. */
interface View {
  clientName: string;
  canAccept: boolean;
  /** The session's time can be booked. */
  isFree: boolean;
  accepted: PublicProposal['accepted'];
}

/** Returns a proposal as its client sees it; of a withdrawn one only its title. */
export function toPublicProposal(row: ProposalRow, view: View, now: number): PublicProposal {
  const state = proposalState(row, now);
  const isDraft = state === 'draft';
  return {
    id: row.id,
    state,
    title: row.title,
    message: isDraft ? '' : row.message,
    clientName: view.clientName,
    currency: row.currency,
    lines: isDraft
      ? []
      : row.lines.map(({ productId: _productId, ...line }) => ({
          ...line,
          isChosen: state === 'accepted' && (line.isChosen || line.choice === 'fixed'),
        })),
    discountAmount: isDraft ? 0 : row.discountAmount,
    discountPercent: isDraft ? 0 : row.discountPercent,
    plan: isDraft ? [] : [...row.plan],
    validUntil: row.validUntil,
    session: isDraft ? null : toPublicSession(row, view.isFree),
    offersDated: row.offersDated,
    hasContract: !isDraft && row.contract !== null,
    canAccept: state === 'proposed' && view.canAccept,
    accepted: view.accepted,
  };
}
