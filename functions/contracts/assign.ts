import { type ContractTexts, documentLanguage, MAX_SESSION_CONTRACTS } from '#core/domain/contracts/contracts.ts';
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
 * @param document.isRequired the booking counts as confirmed only once this contract is signed; a text that lacks
 *   something then stays a draft, which the client does not see
 * @returns the contract's id; null if session or template are missing, foreign, or in trash or archive
 * @throws AppError `limit_reached`; `contract_incomplete` if it is not required and lacks something
 */
export async function assignContract(
  tx: Queryable,
  document: SessionDocument & { isRequired?: boolean },
  now: number,
): Promise<string | null> {
  const { accountId, sessionId, templateId, id = makeId(random), isRequired = false } = document;
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
  if (!isRequired) assertComplete(contract);
  else if (findGaps(contract).length > 0) {
    await tx.query("update contracts set status = 'draft' where account_id = $1 and id = $2", [accountId, id]);
    return id;
  }
  await mailContract(tx, { accountId, sessionId, contractId: id, mailAt: document.mailAt }, now);
  return id;
}

/** Gives a draft its template's present text, with which it is sent. */
export async function refreshDraft(tx: Queryable, accountId: string, contractId: string): Promise<void> {
  await tx.query(
    `update contract_texts t set source = m.texts -> k.language ->> 'body'
     from contracts k join contract_templates m on m.account_id = k.account_id and m.id = k.template_id
     where t.account_id = $1 and t.contract_id = $2 and k.account_id = t.account_id and k.id = t.contract_id
       and k.status = 'draft' and m.texts -> k.language ->> 'body' is not null`,
    [accountId, contractId],
  );
}

/** Mails the link of an unsigned contract, and reminds of it once. */
export async function mailContract(
  tx: Queryable,
  { mailAt = 0, ...of }: Pick<SessionDocument, 'accountId' | 'sessionId' | 'mailAt'> & { contractId: string },
  now: number,
): Promise<void> {
  const dueAt = Math.max(mailAt, now);
  await scheduleMessage(tx, { ...of, kind: 'contract_to_sign', dueAt }, now);
  await scheduleMessage(tx, { ...of, kind: 'contract_reminder', dueAt: dueAt + REMINDER_MS }, now);
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
  if (type?.contract) await assignContract(tx, { ...of, templateId: type.contract, isRequired: true }, now);
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
