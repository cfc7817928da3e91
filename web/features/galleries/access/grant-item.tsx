import { RotateCw, UserX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GrantStatus } from '#core/domain/grants.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Tag, type Tone } from '#web/components/ui/feedback/tag.tsx';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { errorCode, useApi } from '#web/lib/api/api-context.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import type { GalleryRow, GrantRow } from '#web/lib/galleries/types.ts';
import { useStore } from '#web/lib/sync/store.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { EditGrant } from './edit-grant.tsx';

interface RevokeGrantProps {
  grant: GrantRow;
  visibility: GalleryRow['visibility'];
}

/** Revokes an invitation after confirmation: it cannot be restored, the person needs a new one. */
function RevokeGrant({ grant, visibility }: RevokeGrantProps) {
  const { t } = useTranslation('galleries');
  const mutate = useMutation();
  const { writable } = useStore();
  const [asking, setAsking] = useState(false);
  const name = grant.label || grant.email;
  const open = visibility === 'public' || visibility === 'link';
  const revoke = () => {
    setAsking(false);
    void mutate(mutators.grants.revoke({ id: grant.id, now: Date.now() }), { done: t('invites.revoked', { name }) });
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

const TONES: Record<GrantStatus, Tone> = {
  pending: 'neutral',
  sent: 'neutral',
  opened: 'accent',
  accepted: 'success',
  expired: 'warning',
  revoked: 'danger',
};

interface GrantItemProps {
  grant: GrantRow;
  /** Visibility of the gallery. */
  visibility: GalleryRow['visibility'];
}

/** An invited person: status, resend, revoke. */
export function GrantItem({ grant, visibility }: GrantItemProps) {
  const { t } = useTranslation(['galleries', 'errors']);
  const format = useFormat();
  const api = useApi();
  const toast = useToast();
  const [sending, setSending] = useState(false);
  const now = useNow();
  // After a request for erasure both are empty.
  const name = grant.label || grant.email || '—';
  // Derived from the clock: no job writes the expiry.
  const ended = grant.status !== 'revoked' && grant.expiresAt !== null && grant.expiresAt <= now;
  const status = ended ? 'expired' : grant.status;
  const undelivered = status === 'revoked' || ended ? null : grant.mailError;
  const last = grant.acceptedAt ?? grant.openedAt ?? grant.sentAt ?? grant.createdAt;

  const resend = async () => {
    setSending(true);
    try {
      await api.invites.resend({ params: { grantId: grant.id } });
      toast({ title: t('invites.sent', { email: grant.email }) });
    } catch (error) {
      toast({ title: t(`errors:${errorCode(error) as 'unknown'}`), tone: 'danger' });
    }
    setSending(false);
  };
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{name}</p>
        <p className="flex flex-wrap items-center gap-x-3 text-caption text-soft">
          {grant.label && <span className="truncate">{grant.email}</span>}
          {undelivered ? (
            <Tag tone="danger">{t('invites.undelivered')}</Tag>
          ) : (
            <Tag tone={TONES[status]}>{t(`invites.status.${status}`)}</Tag>
          )}
          <span>{format.recent(last, now)}</span>
          {grant.expiresAt && !ended && <span>{t('closes', { date: format.date(grant.expiresAt, now) })}</span>}
        </p>
        {undelivered && <p className="text-caption text-danger">{t(`errors:${undelivered}`)}</p>}
      </div>
      {grant.status !== 'revoked' && (
        <>
          <IconButton
            label={t('invites.resend', { name })}
            icon={<RotateCw aria-hidden />}
            disabled={sending}
            onClick={() => void resend()}
          />
          <EditGrant grant={grant} />
          <RevokeGrant grant={grant} visibility={visibility} />
        </>
      )}
    </li>
  );
}
