import type { ClientDocuments } from '#core/api/contracts.ts';
import { documentLanguage } from '#core/domain/contracts/contracts.ts';
import { countSignatures } from '#core/domain/contracts/signatures.ts';
import type { Language } from '#core/domain/values/languages.ts';
import type { QuestionnaireTexts } from '#core/domain/contracts/questionnaires.ts';
import { BOOKED_STATUSES, sessionEnd, type SessionStatus } from '#core/domain/sessions/sessions.ts';
import { endOfDay, localDate } from '#core/domain/values/time.ts';
import type { Queryable } from '../platform/db/database.ts';

/** The session whose documents a client sees. Times in epoch milliseconds. */
export interface DocumentSession {
  id: string;
  /** The contact of the link; null for a copied one. */
  contactId: string | null;
  status: SessionStatus;
  date: number;
  /** Minutes. */
  duration: number;
}

/** True while the session's client can sign: it is booked and not over. */
export function canSign(session: Omit<DocumentSession, 'contactId'>, now: number): boolean {
  return BOOKED_STATUSES.includes(session.status) && now < sessionEnd(session);
}

/**
 * True while the client can answer: until the end of the session's day, and afterwards what was not answered yet, since
 * a studio also asks after a session.
 */
export function canAnswer(
  { status, date }: Omit<DocumentSession, 'contactId'>,
  { isAnswered, zone }: { isAnswered: boolean; zone: string },
  now: number,
): boolean {
  if (status === 'completed') return !isAnswered;
  return BOOKED_STATUSES.includes(status) && (!isAnswered || now <= endOfDay(localDate(date, zone), zone));
}

/** Returns what the client of a session can see: signed contracts, and what they can still sign and answer. */
export async function readClientDocuments(
  db: Queryable,
  { accountId, zone }: { accountId: string; zone: string },
  session: DocumentSession,
  now: number,
): Promise<ClientDocuments> {
  const of = [accountId, session.id];
  const contracts = await db.query<
    Omit<ClientDocuments['contracts'][number], 'signatures' | 'isSignedByYou'> & {
      signers: { contactId: string | null; signedAt: number | null }[];
    }
  >(
    `select k.id, k.title, k.status = 'signed' as "isSigned", k.is_required as "isRequired", k.signed_at as "signedAt",
       k.status <> 'draft' as "isReady",
       (select coalesce(json_agg(json_build_object('contactId', n.contact_id,
           'signedAt', extract(epoch from n.signed_at) * 1000)), '[]')
         from contract_signers n where n.account_id = k.account_id and n.contract_id = k.id) as signers
     from contracts k where k.account_id = $1 and k.session_id = $2
       and (k.status = 'signed' or k.status in ('draft', 'sent') and $3)
     order by k.sent_at, k.id`,
    [...of, canSign(session, now)],
  );
  const questionnaires = await db.query<{
    id: string;
    texts: QuestionnaireTexts;
    wanted: Language;
    studio: Language;
    isAnswered: boolean;
  }>(
    `select q.id, q.texts, coalesce(c.language, a.language) as wanted, a.language as studio,
       q.submitted_at is not null as "isAnswered"
     from questionnaires q join accounts a on a.id = q.account_id
       join sessions s on s.account_id = q.account_id and s.id = q.session_id
       join customers c on c.account_id = s.account_id and c.id = s.customer_id
     where q.account_id = $1 and q.session_id = $2 order by q.sent_at, q.id`,
    of,
  );
  const isYours = ({ contactId, signedAt }: { contactId: string | null; signedAt: number | null }) =>
    contactId !== null && contactId === session.contactId && signedAt !== null;
  return {
    contracts: contracts.map(({ signers, ...contract }) => ({
      ...contract,
      signatures: countSignatures(signers),
      isSignedByYou: contract.isSigned || signers.some(isYours),
    })),
    questionnaires: questionnaires
      .map(({ id, texts, wanted, studio, isAnswered }) => ({
        id,
        title: texts[documentLanguage(texts, wanted, studio)]?.title ?? '',
        isAnswered,
        canAnswer: canAnswer(session, { isAnswered, zone }, now),
      }))
      .filter(({ isAnswered, canAnswer: isOpen }) => isAnswered || isOpen),
  };
}
