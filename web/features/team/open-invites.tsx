import { useQuery } from '@rocicorp/zero/react';
import { RotateCw, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayInsist } from '#core/domain/values/errors.ts';
import { isInviteOpen, teamInviteFault } from '#core/domain/studio/members.ts';
import { queries } from '#core/zero/queries.ts';
import { SendAgainDialog } from '#web/components/layout/send-again-dialog.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { TeamSection } from './team-section.tsx';
import type { InviteRow } from './types.ts';
import { useRoleLabels } from './use-role-labels.ts';

/** Revokes an invitation after a confirmation: its link never works again. */
function RevokeInvite({ invite: { id, email } }: { invite: InviteRow }) {
  const { t } = useTranslation('team');
  const api = useApi();
  const { call, busy } = useApiCall();
  const [asking, setAsking] = useState(false);
  const revoke = async () => {
    await call(() => api.members.revokeInvite({ params: { inviteId: id } }), t('invites.revoked', { email }));
    setAsking(false);
  };
  return (
    <>
      <IconButton
        label={t('invites.revoke', { email })}
        icon={<X aria-hidden />}
        className="-mr-2"
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('invites.ask.title', { email })}
        description={t('invites.ask.text')}
        confirmLabel={t('invites.ask.act')}
        loading={busy}
        onConfirm={() => void revoke()}
      />
    </>
  );
}

/** One invitation with role, dates, Resend and Revoke. */
function InviteItem({ invite }: { invite: InviteRow }) {
  const { t } = useTranslation(['team', 'errors']);
  const api = useApi();
  const roleTexts = useRoleLabels();
  const { call, busy } = useApiCall();
  const now = useNow();
  const format = useFormat();
  const { id, email, sentAt, expiresAt } = invite;
  const open = isInviteOpen(invite, now);
  const fault = teamInviteFault(invite, now);
  const error = fault && invite.mailError;
  const [asksAgain, setAsksAgain] = useState(false);
  const resend = (again = false) =>
    call(() => api.members.resendInvite({ params: { inviteId: id }, body: { again } }), t('invite.sent', { email }));
  return (
    <li className="flex min-h-16 items-center gap-1 py-2">
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{email}</p>
        <p className="flex flex-wrap items-center gap-x-3 text-caption text-soft">
          <span>{roleTexts.name(invite.role)}</span>
          {fault ? (
            <Tag tone="danger">{t(`invites.${fault}`)}</Tag>
          ) : (
            <span>
              {sentAt === null ? t('invites.sending') : t('invites.sent', { when: format.recent(sentAt, now) })}
            </span>
          )}
          {open ? (
            <span>{t('invites.until', { date: format.date(expiresAt, now) })}</span>
          ) : (
            <Tag tone="warning">{t('invites.expired')}</Tag>
          )}
        </p>
        {error && <p className="text-caption text-danger">{t(`errors:${error}`)}</p>}
      </div>
      <IconButton
        label={t('invites.resend', { email })}
        icon={<RotateCw aria-hidden />}
        disabled={busy}
        onClick={() => (mayInsist(error) ? setAsksAgain(true) : void resend())}
      />
      <SendAgainDialog
        address={email}
        open={asksAgain}
        onOpenChange={setAsksAgain}
        onConfirm={() => void resend(true)}
      />
      <RevokeInvite invite={invite} />
    </li>
  );
}

/** Lists unanswered invitations, including expired ones. */
export function OpenInvites() {
  const { t } = useTranslation('team');
  const [invites, { type }] = useQuery(queries.team.invites());
  const open = invites.filter(({ status }) => status === 'pending' || status === 'sent');
  return (
    <TeamSection title={t('invites.title')}>
      {open.length > 0 ? (
        <ul className="divide-y divide-line border-y border-line">
          {open.map((invite) => (
            <InviteItem key={invite.id} invite={invite} />
          ))}
        </ul>
      ) : (
        type === 'complete' && <p className="text-soft">{t('invites.empty')}</p>
      )}
    </TeamSection>
  );
}
