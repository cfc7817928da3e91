import { formatDay } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { type MailSender, readMailSender, type RenderedMail, renderMail } from '#core/domain/messages/mail-layout.ts';
import type { InvitedRole } from '#core/domain/studio/members.ts';
import ca from '#locales/ca/mail.json' with { type: 'json' };
import en from '#locales/en/mail.json' with { type: 'json' };
import es from '#locales/es/mail.json' with { type: 'json' };
import { deliverMail } from '../mails/deliver.ts';
import { MAIL_SENDER } from '../mails/mail-sender.ts';
import { notifyStudio } from '../notifications/studio-notifications.ts';
import type { EffectRun } from '../outbox/effects.ts';
import { timestamp } from '../platform/db/database.ts';
import { formatText } from '../platform/texts.ts';

const TEXTS = { en, es, ca } as const;

const ROLE_TEXT = {
  admin: 'roleAdmin',
  photographer: 'rolePhotographer',
  assistant: 'roleAssistant',
} as const satisfies Record<InvitedRole, string>;

interface TeamMail {
  language: Language;
  studio: string;
  sender?: MailSender;
  /** Name of the inviting member in the team. */
  inviter: string;
  role: InvitedRole;
  link: string;
  /** Expiry of the invitation, epoch milliseconds; shown in the studio's zone. */
  endsAt: number;
  timeZone: string;
}

/** Renders the subject, text and HTML of an invitation to a studio's team. */
export function renderTeamMail(mail: TeamMail): RenderedMail {
  const { language, studio, sender, inviter, link, timeZone } = mail;
  const date = formatDay(mail.endsAt, language, timeZone);
  const say = (key: string, values = {}) => formatText(TEXTS[language], language, `team.${key}`, values);
  const role = say(ROLE_TEXT[mail.role]);
  const line = (key: string) => say(key, { studio, inviter, role, date });
  return renderMail({
    language,
    subject: line('subject'),
    preview: line('preview'),
    studio,
    ...(sender ? { sender } : {}),
    title: line('title'),
    parts: [line('greeting'), line('text'), { href: link, label: line('open') }],
    notes: [line('until')],
    address: line('address'),
    foot: [line('reply'), line('unknown')],
  });
}

interface InviteRow {
  accountId: string;
  email: string;
  role: InvitedRole;
  endsAt: number;
  inviter: string;
  studio: string;
  sender: unknown;
  replyTo: string;
  language: Language;
  timeZone: string;
}

/** Mails an invitation to a team. The link only identifies it: the invitee must sign in with the invited email. */
export async function sendTeamMail({ id, payload: { inviteId }, jobs }: EffectRun<'team.invite'>): Promise<void> {
  const now = jobs.clock();
  const [row] = await jobs.db.query<InviteRow>(
    `select i.account_id as "accountId", i.email, i.role, i.expires_at as "endsAt", coalesce(nullif(m.name, ''), m.email, a.name) as inviter,
       a.name as studio, ${MAIL_SENDER} as sender, coalesce(nullif(s.value ->> 'email', ''), m.email, '') as "replyTo", a.language,
       a.time_zone as "timeZone"
     from team_invites i join accounts a on a.id = i.account_id
       left join account_members m on m.account_id = i.account_id and m.user_id = i.author_id
       left join settings s on s.account_id = a.id and s.key = 'photographer'
     where i.id = $1 and i.status in ('pending', 'sent') and i.expires_at > $2 and a.deleted_at is null`,
    [inviteId, timestamp(now)],
  );
  // The invitation was answered, revoked or expired while the mail was pending, or the studio is closed.
  if (!row) return;
  const { accountId, email, studio, replyTo, language } = row;
  const mail = renderTeamMail({
    ...row,
    sender: readMailSender(row.sender, jobs.appOrigin),
    link: `${jobs.appOrigin}/app/join/${inviteId}`,
  });
  await deliverMail({
    run: { id, jobs },
    mail: { ...mail, to: email, fromName: studio, replyTo, language, id },
    accountId,
    subject: { kind: 'team_invite', id: inviteId },
    onSent: (tx) =>
      tx.query(
        `update team_invites set status = 'sent', sent_at = $2, mail_error = null where id = $1 and status = 'pending'`,
        [inviteId, timestamp(now)],
      ),
    async onFailure(tx, error) {
      const [invite] = await tx.query(
        "update team_invites set mail_error = $2 where id = $1 and status in ('pending', 'sent') returning id",
        [inviteId, error],
      );
      if (invite) await notifyStudio(tx, { accountId, what: 'failedMail', inviteId }, now);
    },
  });
}
