import { type ContractTexts, documentLanguage, MAX_SESSION_CONTRACTS } from '#core/domain/contracts/contracts.ts';
import { BOOKED_STATUSES } from '#core/domain/sessions/sessions.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { makeId } from '#core/domain/values/ids.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { scheduleMessage, withdrawMessages } from '../outbox/messages.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { assertComplete, findGaps, readContract } from './contract-text.ts';

/** When an unsigned contract is reminded of, after its mail. */
const REMINDER_MS = 3 * DAY_MS;

interface SessionDocument {
  accountId: string;
  sessionId: string;
  templateId: string;
  /** New by default. */
  id?: string;
  /** When the client is mailed, epoch milliseconds; by default now. */
  mailAt?: number | undefined;
}

/** As inserted: a contract's title and text in one language. */
interface TemplateRow {
  texts: ContractTexts;
  needsCountersignature: boolean;
  /** The client's language. */
  wanted: Language;
  studio: Language;
  present: number;
}

/**
 * Gives a session a contract with its template's present text in the client's language, and mails the client. Call it
 * in a transaction that has locked the session.
 * @param document.isRequired the booking counts as confirmed only once this contract is signed
 * @param document.mayBeDraft a text that lacks something stays a draft, which the client does not see
 * @returns the contract's id; null if session or template are missing, foreign, or in trash or archive
 * @throws AppError `limit_reached`; `contract_incomplete` if it may be no draft and lacks something
 */
export async function assignContract(
  tx: Queryable,
  document: SessionDocument & { isRequired?: boolean; mayBeDraft?: boolean },
  now: number,
): Promise<string | null> {
  const { accountId, sessionId, templateId, id = makeId(random), isRequired = false, mayBeDraft = false } = document;
  const [row] = await tx.query<TemplateRow>(
    `select t.texts, t.needs_countersignature as "needsCountersignature", coalesce(c.language, a.language) as wanted,
       a.language as studio,
       (select count(*)::int from contracts k where k.account_id = s.account_id and k.session_id = s.id) as present
     from contract_templates t join accounts a on a.id = t.account_id
       join sessions s on s.account_id = t.account_id
       join customers c on c.account_id = s.account_id and c.id = s.customer_id
     where t.account_id = $1 and t.id = $3 and s.id = $2 and t.archived_at is null and s.deleted_at is null`,
    [accountId, sessionId, templateId],
  );
  if (!row) return null;
  if (row.present >= MAX_SESSION_CONTRACTS) throw new AppError('limit_reached');
  const language = documentLanguage(row.texts, row.wanted, row.studio);
  const { title, body } = row.texts[language]!;
  await tx.query(
    `insert into contracts (id, account_id, session_id, template_id, title, language, is_required,
       needs_countersignature, sent_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [id, accountId, sessionId, templateId, title, language, isRequired, row.needsCountersignature, timestamp(now)],
  );
  await tx.query('insert into contract_texts (contract_id, account_id, source) values ($1, $2, $3)', [
    id,
    accountId,
    body,
  ]);
  const contract = (await readContract(tx, accountId, id))!;
  if (!mayBeDraft) assertComplete(contract);
  else if (findGaps(contract).length > 0) {
    await tx.query("update contracts set status = 'draft' where account_id = $1 and id = $2", [accountId, id]);
    return id;
  }
  await mailContract(tx, { accountId, sessionId, contractId: id, mailAt: document.mailAt }, now);
  return id;
}

/** Replaces a draft's text by its template's present one, before it is sent. */
export async function refreshDraft(tx: Queryable, accountId: string, contractId: string): Promise<void> {
  await tx.query(
    `update contract_texts t set source = m.texts -> k.language ->> 'body'
     from contracts k join contract_templates m on m.account_id = k.account_id and m.id = k.template_id
     where t.account_id = $1 and t.contract_id = $2 and k.account_id = t.account_id and k.id = t.contract_id
       and k.status = 'draft' and m.texts -> k.language ->> 'body' is not null`,
    [accountId, contractId],
  );
}

interface ContractMail extends Pick<SessionDocument, 'accountId' | 'sessionId' | 'mailAt'> {
  contractId: string;
}

/** Mails the link of an unsigned contract to those who have not signed it, and reminds them once. */
export async function mailContract(tx: Queryable, of: ContractMail, now: number): Promise<void> {
  const signers = await tx.query<{ contactId: string }>(
    `select contact_id as "contactId" from contract_signers
     where account_id = $1 and contract_id = $2 and signed_at is null and contact_id is not null`,
    [of.accountId, of.contractId],
  );
  await mailSigners(
    tx,
    of,
    signers.map(({ contactId }) => contactId),
    now,
  );
}

async function mailSigners(
  tx: Queryable,
  { mailAt = 0, ...of }: ContractMail,
  contactIds: readonly string[],
  now: number,
): Promise<void> {
  const mail = { ...of, contactIds, dueAt: Math.max(mailAt, now) };
  await scheduleMessage(tx, { ...mail, kind: 'contract_to_sign' }, now);
  await scheduleMessage(tx, { ...mail, kind: 'contract_reminder', dueAt: mail.dueAt + REMINDER_MS }, now);
}

/** Mails a client's unsigned contracts to those who have to sign them by now, and were not asked yet. */
export async function mailNewSigners(
  tx: Queryable,
  { accountId, customerId }: { accountId: string; customerId: string },
  now: number,
): Promise<void> {
  const rows = await tx.query<{ contractId: string; sessionId: string; contactIds: string[] }>(
    `select k.id as "contractId", k.session_id as "sessionId", array_agg(n.contact_id order by n.position, n.id)
       as "contactIds"
     from contracts k join sessions s on s.account_id = k.account_id and s.id = k.session_id
       join contract_signers n on n.account_id = k.account_id and n.contract_id = k.id
     where k.account_id = $1 and s.customer_id = $2 and k.status = 'sent' and s.deleted_at is null
       and s.status = any($3) and s.date + s.duration * interval '1 minute' > $4 and n.signed_at is null
       and n.contact_id is not null and not exists (
         select from messages m join message_documents d on d.account_id = m.account_id and d.message_id = m.id
         where d.account_id = k.account_id and d.contract_id = k.id and m.contact_id = n.contact_id
           and m.kind = 'contract_to_sign' and m.status <> 'cancelled')
     group by k.id, k.session_id order by k.id`,
    [accountId, customerId, BOOKED_STATUSES, timestamp(now)],
  );
  for (const { contactIds, ...of } of rows) await mailSigners(tx, { accountId, ...of }, contactIds, now);
}

/**
 * Gives a session a questionnaire and mails the client. A session has the questionnaire of a template once: another
 * call changes nothing.
 * @returns the questionnaire's id; null if it was there already, or session or template are missing, foreign, or in
 *   trash or archive
 */
export async function assignQuestionnaire(
  tx: Queryable,
  { accountId, sessionId, templateId, id = makeId(random), mailAt = 0 }: SessionDocument,
  now: number,
): Promise<string | null> {
  const [row] = await tx.query(
    `insert into questionnaires (id, account_id, session_id, template_id, texts, questions, sent_at, updated_at)
     select $1, s.account_id, s.id, t.id, t.texts, t.questions, $5, $5
     from questionnaire_templates t join sessions s on s.account_id = t.account_id
     where t.account_id = $2 and t.id = $4 and s.id = $3 and t.archived_at is null and s.deleted_at is null
     on conflict (session_id, template_id) do nothing returning id`,
    [id, accountId, sessionId, templateId, timestamp(now)],
  );
  if (!row) return null;
  const mail = { accountId, sessionId, questionnaireId: id, dueAt: Math.max(mailAt, now) };
  await scheduleMessage(tx, { ...mail, kind: 'questionnaire' }, now);
  return id;
}

/** Gives an accepted booking what its type asks of the client: a contract to sign, a questionnaire to answer. */
export async function assignTypeDocuments(
  tx: Queryable,
  { accountId, sessionId, mailAt }: Omit<SessionDocument, 'templateId'>,
  now: number,
): Promise<void> {
  const [type] = await tx.query<{ contract: string | null; questionnaire: string | null }>(
    `select t.contract_template_id as contract, t.questionnaire_template_id as questionnaire
     from sessions s join session_types t on t.account_id = s.account_id and t.id = s.session_type_id
     where s.account_id = $1 and s.id = $2 and not exists (select from contracts c where c.account_id = s.account_id
       and c.session_id = s.id and c.is_required and c.status <> 'withdrawn')`,
    [accountId, sessionId],
  );
  const of = { accountId, sessionId, mailAt };
  if (type?.contract) {
    await assignContract(tx, { ...of, templateId: type.contract, isRequired: true, mayBeDraft: true }, now);
  }
  if (type?.questionnaire) await assignQuestionnaire(tx, { ...of, templateId: type.questionnaire }, now);
}

/** Takes back what `assignTypeDocuments` gave and the client has not touched, after the acceptance was undone. */
export async function withdrawTypeDocuments(
  tx: Queryable,
  { accountId, sessionId }: { accountId: string; sessionId: string },
  now: number,
): Promise<void> {
  const of = [accountId, sessionId];
  await withdrawMessages(tx, { accountId, sessionId, kinds: CLIENT_KINDS }, now);
  await tx.query(
    `update contracts set status = 'withdrawn' where account_id = $1 and session_id = $2 and is_required
       and status in ('draft', 'sent')`,
    of,
  );
  await tx.query(
    `delete from questionnaires q using sessions s, session_types t
     where q.account_id = $1 and q.session_id = $2 and q.submitted_at is null and s.account_id = q.account_id
       and s.id = q.session_id and t.account_id = s.account_id and t.id = s.session_type_id
       and t.questionnaire_template_id = q.template_id`,
    of,
  );
}

/** Mails a session's client what is still to sign and to answer, after the session got another client. */
export async function mailOpenDocuments(
  tx: Queryable,
  { accountId, sessionId, mailAt }: { accountId: string; sessionId: string; mailAt: number },
  now: number,
): Promise<void> {
  const of = { accountId, sessionId };
  const contracts = await tx.query<{ id: string }>(
    `select id from contracts where account_id = $1 and session_id = $2 and status = 'sent' order by id`,
    [accountId, sessionId],
  );
  for (const { id: contractId } of contracts) await mailContract(tx, { ...of, contractId, mailAt }, now);
  const questionnaires = await tx.query<{ id: string }>(
    'select id from questionnaires where account_id = $1 and session_id = $2 and submitted_at is null order by id',
    [accountId, sessionId],
  );
  for (const { id: questionnaireId } of questionnaires) {
    await scheduleMessage(tx, { ...of, questionnaireId, kind: 'questionnaire', dueAt: mailAt }, now);
  }
}

/** Mails that ask a client to do something. */
const CLIENT_KINDS = ['contract_to_sign', 'contract_reminder', 'questionnaire'] as const;
