import type { Language } from '#core/domain/languages.ts';
import type { Queryable } from '../lib/db.ts';
import { enqueueAll } from '../lib/outbox.ts';
import type { EffectRun } from './effect-run.ts';
import { isMailRefused } from './mail-error.ts';
import { readStudioNotification } from './studio-notice-facts.ts';
import { renderStudioNotification } from './studio-notice-mail.ts';

interface Studio {
  studio: string;
  language: Language;
  timeZone: string;
  /** Its own; empty for none: its owners are told then. */
  address: string;
  owners: readonly { userId: string; email: string }[];
}

/** Tells a studio by mail, at its own address; what it says is as things are now. */
export async function sendStudioNotification({
  idempotencyKey: idempotencyKey,
  payload,
  jobs,
}: EffectRun<'studio.notice'>): Promise<void> {
  const studio = await readStudio(jobs.db, payload.accountId);
  const notice = studio && (await readStudioNotification(jobs.db, payload, studio));
  if (!notice) return;
  const { studio: fromName, language, address: contactEmail, owners } = studio;
  const { to } = payload;
  // An effect for each: one whose mailbox does not answer keeps no mail from the others, and doubles none of theirs.
  const notifyOwners = () => {
    const effects = owners.map(({ userId: ownerId }) => {
      const mailId = `${idempotencyKey}-${ownerId}`;
      return { payload: { ...payload, to: { ownerId, mailId } }, dedupeKey: `notice:${mailId}` };
    });
    return enqueueAll(jobs.db, payload.accountId, 'studio.notice', effects, jobs.clock());
  };
  if (!to && !contactEmail && owners.length > 1) return notifyOwners();
  // Who is no owner any more is not told.
  const recipient = to ? owners.find(({ userId }) => userId === to.ownerId)?.email : contactEmail || owners[0]?.email;
  if (!recipient) return;
  const mail = renderStudioNotification({
    ...notice,
    language,
    studio: fromName,
    link: `${jobs.appOrigin}${notice.link}`,
  });
  try {
    await jobs.sendMail({ ...mail, to: recipient, fromName, replyTo: '', language, id: to?.mailId ?? idempotencyKey });
  } catch (error) {
    if (!isMailRefused(error)) throw error;
    // A studio's own address may be mistyped; where an owner's mailbox refuses, there is nobody else to be told.
    if (!to && contactEmail) await notifyOwners();
  }
}

async function readStudio(db: Queryable, accountId: string): Promise<Studio | undefined> {
  const [studio] = await db.query<Studio>(
    `select coalesce(nullif(g.value ->> 'businessName', ''), a.name) as studio, a.language, a.time_zone as "timeZone",
       coalesce(g.value ->> 'email', '') as address,
       coalesce((select json_agg(json_build_object('userId', user_id, 'email', email)) from account_members
         where account_id = a.id and role = 'owner' and email <> ''), '[]') as owners
     from accounts a left join settings g on g.account_id = a.id and g.key = 'photographer'
     where a.id = $1 and a.deleted_at is null`,
    [accountId],
  );
  return studio;
}
