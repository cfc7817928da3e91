import { RotateCw, UserX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayInsist } from '#core/domain/values/errors.ts';
import { type GrantState, grantState } from '#core/domain/galleries/grants.ts';
import { mutators } from '#core/zero/mutators.ts';
import { SendAgainDialog } from '#web/components/layout/send-again-dialog.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Tag, type Tone } from '#web/components/ui/feedback/tag.tsx';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import type { GalleryRow, GrantRow } from '#web/lib/galleries/types.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { CorrectAddress } from './correct-address.tsx';
import { EditGrant } from './edit-grant.tsx';

interface RevokeGrantProps {
  grant: GrantRow;
  visibility: GalleryRow['visibility'];
}

/** Revokes an invitation after confirmation: it cannot be restored, the person needs a new one. */
function RevokeGrant({ grant, visibility }: RevokeGrantProps) {
  const { t } = useTranslation('galleries');
  const mutate = useMutation();
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
        writes
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

const TONES: Record<GrantState, Tone> = {
  pending: 'neutral',
  sent: 'neutral',
  opened: 'accent',
  accepted: 'success',
  expired: 'warning',
  revoked: 'danger',
  undelivered: 'danger',
  bounced: 'danger',
  reported: 'warning',
};

/** An invited person: status, resend, revoke. */
export function GrantItem({ grant, gallery }: { grant: GrantRow; gallery: GalleryRow }) {
  const { t } = useTranslation(['galleries', 'errors']);
  const format = useFormat();
  const api = useApi();
  const { call, busy } = useApiCall();
  const now = useNow();
  // After a request for erasure both are empty.
  const name = grant.label || grant.email || '—';
  const state = grantState(grant, now);
  const error = state === 'undelivered' || state === 'bounced' || state === 'reported' ? grant.mailError : null;
  const [asksAgain, setAsksAgain] = useState(false);
  const last = grant.acceptedAt ?? grant.openedAt ?? grant.sentAt ?? grant.createdAt;

  const resend = (again = false) =>
    void call(
      () => api.invites.resend({ params: { grantId: grant.id }, body: { again } }),
      t('invites.sent', { email: grant.email }),
    );
  return (
    <li className="py-2">
      <div className="flex min-h-12 items-center gap-3">
        <div className="min-w-0 grow">
          <p className="truncate font-medium">{name}</p>
          <p className="flex flex-wrap items-center gap-x-3 text-caption text-soft">
            {grant.label && <span className="truncate">{grant.email}</span>}
            <Tag tone={TONES[state]}>{t(`invites.status.${state}`)}</Tag>
            <span>{format.recent(last, now)}</span>
            {grant.expiresAt && state !== 'expired' && (
              <span>{t('closes', { date: format.date(grant.expiresAt, now) })}</span>
            )}
          </p>
        </div>
        {grant.status !== 'revoked' && (
          <>
            <IconButton
              label={t('invites.resend', { name })}
              icon={<RotateCw aria-hidden />}
              disabled={busy}
              onClick={() => (error && mayInsist(error) ? setAsksAgain(true) : resend())}
            />
            <SendAgainDialog
              address={grant.email}
              open={asksAgain}
              onOpenChange={setAsksAgain}
              onConfirm={() => resend(true)}
            />
            <EditGrant grant={grant} />
            <RevokeGrant grant={grant} visibility={gallery.visibility} />
          </>
        )}
      </div>
      {error && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-1">
          <p className="measure text-caption text-danger">{t(`errors:${error}`)}</p>
          {state !== 'reported' && (grant.status === 'pending' || grant.status === 'sent') && (
            <CorrectAddress grant={grant} gallery={gallery} />
          )}
        </div>
      )}
    </li>
  );
}
