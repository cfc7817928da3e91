import { type RunReason, stepContent, type StepContent } from '#core/domain/sessions/automations.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { type ChecklistItem, MAX_CHECKLIST } from '#core/domain/sessions/sessions.ts';
import { readDues } from '../checkouts/payable.ts';
import { assignQuestionnaire } from '../contracts/assign.ts';
import { scheduleMessage } from '../outbox/messages.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';

/** A step for a session. */
export interface Run {
  accountId: string;
  sessionId: string;
  stepId: string;
}

/** The result of a step: the mail that it scheduled, or the reason why it did nothing. */
type Outcome = { messageId: string } | { reason: RunReason } | null;

/**
 * Carries out a step whose run is already stored, and completes the run. Call it in the transaction that stored the run
 * and locked the session: a crash keeps both or neither, so nothing happens twice.
 */
export async function carryOut(tx: Queryable, run: Run, now: number): Promise<void> {
  const [step] = await tx.query<{ kind: string; settings: unknown }>(
    'select kind, settings from automation_steps where account_id = $1 and id = $2',
    [run.accountId, run.stepId],
  );
  const outcome = await act(tx, stepContent.parse(step), run, now);
  if (outcome === null) return;
  const isDone = 'messageId' in outcome;
  await tx.query(
    `update automation_runs set status = $4, reason = $5, message_id = $6
     where account_id = $1 and session_id = $2 and step_id = $3`,
    [
      run.accountId,
      run.sessionId,
      run.stepId,
      isDone ? 'done' : 'skipped',
      isDone ? null : outcome.reason,
      isDone ? outcome.messageId : null,
    ],
  );
}

async function act(tx: Queryable, content: StepContent, run: Run, now: number): Promise<Outcome> {
  switch (content.kind) {
    case 'mail':
      return mail(tx, run, 'automation', now);
    case 'balance':
      return (await isOwed(tx, run, now)) ? mail(tx, run, 'payment_request', now) : { reason: 'nothing_owed' };
    case 'questionnaire':
      return sendQuestionnaire(tx, run, content.settings.templateId, now);
    case 'checklist':
      return addToChecklist(tx, run, content.settings.text, now);
  }
}

async function mail(
  tx: Queryable,
  { accountId, sessionId }: Run,
  kind: 'automation' | 'payment_request',
  now: number,
): Promise<Outcome> {
  const messageId = await scheduleMessage(tx, { accountId, sessionId, kind }, now);
  return messageId ? { messageId } : { reason: 'no_email' };
}

async function isOwed(tx: Queryable, { accountId, sessionId }: Run, now: number): Promise<boolean> {
  return ((await readDues(tx, accountId, sessionId, now))?.items ?? []).length > 0;
}

async function sendQuestionnaire(tx: Queryable, run: Run, templateId: string, now: number): Promise<Outcome> {
  const { accountId, sessionId } = run;
  const id = await assignQuestionnaire(tx, { accountId, sessionId, templateId }, now);
  if (id === null) {
    const of = [accountId, sessionId, templateId];
    const [present] = await tx.query(
      'select id from questionnaires where account_id = $1 and session_id = $2 and template_id = $3',
      of,
    );
    return { reason: present ? 'questionnaire_assigned' : 'questionnaire_missing' };
  }
  const [sent] = await tx.query<{ messageId: string }>(
    'select message_id as "messageId" from message_documents where account_id = $1 and questionnaire_id = $2',
    [accountId, id],
  );
  // Without an address the client still finds it on the page of their session.
  return sent ?? null;
}

async function addToChecklist(
  tx: Queryable,
  { accountId, sessionId }: Run,
  text: string,
  now: number,
): Promise<Outcome> {
  const item: ChecklistItem = { id: makeId(random), text, isDone: false };
  const added = await tx.query(
    `update sessions set checklist = checklist || $3::jsonb, updated_at = $4
     where account_id = $1 and id = $2 and jsonb_array_length(checklist) < $5 returning id`,
    [accountId, sessionId, JSON.stringify([item]), timestamp(now), MAX_CHECKLIST],
  );
  return added.length > 0 ? null : { reason: 'checklist_full' };
}
