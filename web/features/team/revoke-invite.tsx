import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { useApi } from '#web/lib/api.tsx';
import type { InviteRow } from './team-rows.ts';
import { useApiCall } from './use-call.ts';

/** Takes an invitation back. It asks first: the link that is in somebody's mail never works again. */
export function RevokeInvite({ invite: { id, email } }: { invite: InviteRow }) {
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
