import type { ClientDocuments } from '#core/api/contracts.ts';
import { documentLanguage } from '#core/domain/contracts/contracts.ts';
import type { Language } from '#core/domain/values/languages.ts';
import type { QuestionnaireTexts } from '#core/domain/contracts/questionnaires.ts';
import { BOOKED_STATUSES, sessionEnd, type SessionStatus } from '#core/domain/sessions/sessions.ts';
import { endOfDay, localDate } from '#core/domain/values/time.ts';
import type { Queryable } from '../platform/db/database.ts';

/** The session whose documents a client sees. Times in epoch milliseconds. */
export interface DocumentSession {
  id: string;
  status: SessionStatus;
  date: number;
  /** Minutes. */
  duration: number;
}

/** True while the session's client can sign: it is booked and not over. */
export function canSign(session: DocumentSession, now: number): boolean {
  return BOOKED_STATUSES.includes(session.status) && now < sessionEnd(session);
}

/**
 * True while the client can answer: until the end of the session's day, and afterwards what was not answered yet, since
 * a studio also asks after a session.
 */
export function canAnswer(
  { status, date }: DocumentSession,
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
  const contracts = await db.query<ClientDocuments['contracts'][number]>(
    `select id, title, status = 'signed' as "isSigned", is_required as "isRequired", signed_at as "signedAt",
       status <> 'draft' as "isReady"
     from contracts where account_id = $1 and session_id = $2 and (status = 'signed' or status in ('draft', 'sent') and $3)
     order by sent_at, id`,
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
  return {
    contracts,
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
