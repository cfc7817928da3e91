import { UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useApi } from '#web/lib/api.tsx';
import type { MemberRow } from './team-rows.ts';
import { useApiCall } from './use-call.ts';

/** Takes somebody out of the studio. It asks first: only they themselves can come back, by a new invitation. */
export function RemoveMember({ member, name }: { member: MemberRow; name: string }) {
  const { t } = useTranslation('team');
  const account = useAccount();
  const api = useApi();
  const { call, busy } = useApiCall();
  const [asking, setAsking] = useState(false);
  const remove = async () => {
    await call(() => api.members.remove({ params: { userId: member.userId } }), t('remove.done', { name }));
    setAsking(false);
  };
  return (
    <>
      <IconButton
        label={t('remove.act', { name })}
        icon={<UserMinus aria-hidden />}
        className="-mr-2"
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('remove.title', { name, studio: account.name })}
        description={t('remove.text')}
        confirmLabel={t('remove.confirm')}
        loading={busy}
        onConfirm={() => void remove()}
      />
    </>
  );
}
