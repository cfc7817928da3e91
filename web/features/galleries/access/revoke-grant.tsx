import { UserX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { useMutation } from '#web/lib/act.tsx';
import { useStore } from '#web/lib/store.tsx';
import type { GalleryRow, GrantRow } from '../gallery-rows.ts';

interface RevokeGrantProps {
  grant: GrantRow;
  visibility: GalleryRow['visibility'];
}

/** Takes an invite back. It asks first: a revoked grant stays revoked, whoever should come in again is invited anew. */
export function RevokeGrant({ grant, visibility }: RevokeGrantProps) {
  const { t } = useTranslation('galleries');
  const act = useMutation();
  const { writable } = useStore();
  const [asking, setAsking] = useState(false);
  const name = grant.label || grant.email;
  const open = visibility === 'public' || visibility === 'link';
  const revoke = () => {
    setAsking(false);
    void act(mutators.grants.revoke({ id: grant.id, now: Date.now() }), { done: t('invites.revoked', { name }) });
  };
  return (
    <>
      <IconButton
        label={t('invites.revoke', { name })}
        icon={<UserX aria-hidden />}
        disabled={!writable}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('invites.revokeAsk.title', { name })}
        description={t(open ? 'invites.revokeAsk.open' : 'invites.revokeAsk.text')}
        confirmLabel={t('invites.revokeAsk.act')}
        onConfirm={revoke}
      />
    </>
  );
}
