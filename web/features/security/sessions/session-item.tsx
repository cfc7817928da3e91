import { LogOut, Monitor, Smartphone, Tablet, Terminal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuthSessionRow } from '#core/api/me.ts';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Tag } from '#web/components/ui/tag.tsx';
import { useToast } from '#web/components/ui/toast-provider.tsx';
import { useApi } from '#web/lib/api.tsx';
import { errorCode } from '#web/lib/error-code.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { useNow } from '#web/lib/use-now.ts';
import { formatDayInDeviceZone, formatRecentInDeviceZone } from '../own-time.ts';
import { useAuthErrorText } from '../use-problem.ts';
import { readDevice, type DeviceKind } from './device.ts';
import { useDeviceName } from './use-device-name.ts';

const ICONS: Record<DeviceKind, typeof Monitor> = {
  phone: Smartphone,
  tablet: Tablet,
  computer: Monitor,
  program: Terminal,
  unknown: Monitor,
};

interface AuthSessionItemProps {
  session: AuthSessionRow;
  onEnded: () => void;
}

/** One place where the person is signed in, and the way to end it: for good, so it says what happens. */
export function AuthSessionItem({ session, onEnded }: AuthSessionItemProps) {
  const { t } = useTranslation('security');
  const api = useApi();
  const toast = useToast();
  const problem = useAuthErrorText();
  const now = useNow();
  const [asking, setAsking] = useState(false);
  const Icon = ICONS[readDevice(session.userAgent).kind];
  const device = useDeviceName()(session.userAgent);
  const end = async () => {
    setAsking(false);
    try {
      await api.me.endSession({ params: { sessionId: session.id } });
      toast({ title: t('sessions.ended', { device }) });
    } catch (error) {
      const code = errorCode(error);
      // Gone already: what was wanted has happened.
      if (code === 'not_found') toast({ title: t('sessions.ended', { device }) });
      else toast({ title: problem(code), tone: 'danger' });
    }
    onEnded();
  };
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <Icon aria-hidden className="size-5 shrink-0 text-soft" strokeWidth={1.5} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-3 font-medium">
          {device}
          {session.isCurrent && <Tag tone="success">{t('sessions.this')}</Tag>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-caption text-soft">
          {!session.isCurrent && (
            <span>
              {t('sessions.used', { when: formatRecentInDeviceZone(session.usedAt, currentLanguage(), now) })}
            </span>
          )}
          <span>{t('sessions.current', { date: formatDayInDeviceZone(session.createdAt, currentLanguage()) })}</span>
          {session.ip && <span className="font-mono wrap-anywhere">{session.ip}</span>}
        </p>
      </div>
      {!session.isCurrent && (
        <IconButton
          label={t('sessions.end', { device })}
          icon={<LogOut aria-hidden />}
          onClick={() => setAsking(true)}
        />
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('sessions.ask.title', { device })}
        description={t('sessions.ask.text')}
        confirmLabel={t('sessions.ask.act')}
        onConfirm={() => void end()}
      />
    </li>
  );
}
