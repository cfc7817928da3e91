import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GrantStatus } from '#core/domain/grants.ts';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Tag, type Tone } from '#web/components/ui/tag.tsx';
import { useToast } from '#web/components/ui/toast-provider.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useApi } from '#web/lib/api.tsx';
import { errorCode } from '#web/lib/error-code.ts';
import { formatDate, formatRecent } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { useNow } from '#web/lib/use-now.ts';
import type { GalleryRow, GrantRow } from '../gallery-rows.ts';
import { EditGrant } from './edit-grant.tsx';
import { RevokeGrant } from './revoke-grant.tsx';

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
  /** Of the gallery. */
  visibility: GalleryRow['visibility'];
}

/** One invited person: where the invite stands, sending it again, taking it back. */
export function GrantItem({ grant, visibility }: GrantItemProps) {
  const { t } = useTranslation(['galleries', 'errors']);
  const { timeZone } = useAccount();
  const api = useApi();
  const toast = useToast();
  const [sending, setSending] = useState(false);
  const now = useNow();
  // Somebody who asked to be forgotten has neither.
  const name = grant.label || grant.email || '—';
  // Derived against the clock, as everywhere; nobody writes it down when the day passes.
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
          <span>{formatRecent(last, currentLanguage(), timeZone, now)}</span>
          {grant.expiresAt && !ended && (
            <span>{t('closes', { date: formatDate(grant.expiresAt, currentLanguage(), timeZone, now) })}</span>
          )}
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
