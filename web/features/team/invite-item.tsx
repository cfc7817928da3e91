import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isInviteOpen } from '#core/domain/team.ts';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Tag } from '#web/components/ui/tag.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useApi } from '#web/lib/api.tsx';
import { formatDate, formatRecent } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { useNow } from '#web/lib/use-now.ts';
import { RevokeInvite } from './revoke-invite.tsx';
import type { InviteRow } from './team-rows.ts';
import { useApiCall } from './use-call.ts';
import { useRoleLabels } from './use-role-texts.ts';

/** One invitation: as what, since when, until when; sending it again, taking it back. */
export function InviteItem({ invite }: { invite: InviteRow }) {
  const { t } = useTranslation(['team', 'errors']);
  const { timeZone } = useAccount();
  const api = useApi();
  const roleTexts = useRoleLabels();
  const { call, busy } = useApiCall();
  const now = useNow();
  const language = currentLanguage();
  const { id, email, sentAt, expiresAt } = invite;
  const open = isInviteOpen(invite, now);
  const undelivered = open ? invite.mailError : null;
  const resend = () => call(() => api.members.resendInvite({ params: { inviteId: id } }), t('invite.sent', { email }));
  return (
    <li className="flex min-h-16 items-center gap-1 py-2">
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{email}</p>
        <p className="flex flex-wrap items-center gap-x-3 text-caption text-soft">
          <span>{roleTexts.name(invite.role)}</span>
          {undelivered ? (
            <Tag tone="danger">{t('invites.undelivered')}</Tag>
          ) : (
            <span>
              {sentAt === null
                ? t('invites.sending')
                : t('invites.sent', { when: formatRecent(sentAt, language, timeZone, now) })}
            </span>
          )}
          {open ? (
            <span>{t('invites.until', { date: formatDate(expiresAt, language, timeZone, now) })}</span>
          ) : (
            <Tag tone="warning">{t('invites.expired')}</Tag>
          )}
        </p>
        {undelivered && <p className="text-caption text-danger">{t(`errors:${undelivered}`)}</p>}
      </div>
      <IconButton
        label={t('invites.resend', { email })}
        icon={<RotateCw aria-hidden />}
        disabled={busy}
        onClick={() => void resend()}
      />
      <RevokeInvite invite={invite} />
    </li>
  );
}
