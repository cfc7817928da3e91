import type pg from 'pg';
import { suggestSteps } from '#core/domain/sessions/automation-suggestions.ts';
import type { StepFields } from '#core/domain/sessions/automations.ts';
import { insert, type Row } from './insert.ts';

const [welcome, , charge, , review] = suggestSteps('en');

/** The wedding's steps: two mails and a task of our suggestions, and the balance. */
const STEPS: readonly (StepFields & { key: string })[] = [
  { key: 'welcome', ...welcome! },
  {
    key: 'balance',
    timing: { anchor: 'shoot', offsetUnit: 'days', offsetAmount: -14, timeOfDay: 600 },
    content: { kind: 'balance', settings: {} },
  },
  { key: 'charge', ...charge! },
  { key: 'review', ...review! },
];

/**
 * Gives the session type four steps, of which a session that was held has three behind it and one to come. Safe to
 * repeat.
 */
export async function makeAutomations(
  db: pg.Client,
  type: Row,
  sessionId: string,
  id: (kind: string, key: string) => string,
): Promise<void> {
  for (const [position, { key, timing, content }] of STEPS.entries()) {
    const { anchor, offsetUnit: offset_unit, offsetAmount: offset_amount, timeOfDay: time_of_day } = timing;
    const when = { anchor, offset_unit, offset_amount, time_of_day };
    const step = id('automation', key);
    const what = { kind: content.kind, settings: JSON.stringify(content.settings) };
    if (!(await insert(db, 'automation_steps', { id: step, ...type, position, ...when, ...what }))) continue;
    if (key !== 'review') await insertRun(db, sessionId, step, id('automation mail', key));
  }
}

/** Inserts the run of a step, when it was due, with the mail that it sent. */
async function insertRun(db: pg.Client, sessionId: string, stepId: string, messageId: string): Promise<void> {
  const due = `case t.anchor when 'booked' then (select min(e.at) from session_events e where e.session_id = s.id) else s.date end
    + t.offset_amount * case t.offset_unit when 'days' then interval '1 day' else interval '1 hour' end`;
  await db.query(
    `insert into messages (id, account_id, kind, customer_id, session_id, recipient, language, status, due_at, sent_at, created_at)
     select $3, s.account_id, case t.kind when 'balance' then 'payment_request' else 'automation' end, c.id, s.id, c.email,
       coalesce(c.language, 'en'), 'sent', ${due}, ${due}, ${due}
     from automation_steps t join sessions s on s.id = $1 join customers c on c.id = s.customer_id
     where t.id = $2 and t.kind <> 'checklist' and c.email <> '' on conflict do nothing`,
    [sessionId, stepId, messageId],
  );
  await db.query(
    `insert into automation_runs (session_id, step_id, account_id, kind, status, due_at, at, message_id)
     select s.id, t.id, t.account_id, t.kind, 'done', ${due}, ${due}, (select m.id from messages m where m.id = $3)
     from automation_steps t join sessions s on s.id = $1 where t.id = $2 on conflict do nothing`,
    [sessionId, stepId, messageId],
  );
}
