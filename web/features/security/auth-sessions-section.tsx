import { LogOut, Monitor, Smartphone, Tablet, Terminal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuthSessionRow } from '#core/api/me.ts';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { errorCode, useApi } from '#web/lib/api/api-context.tsx';
import { authErrorCode } from '#web/lib/auth/auth-failure.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { deviceTimeZone } from '#web/lib/format/device.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { type DeviceKind, readDevice, useDeviceName } from './device.ts';
import { useAuthErrorText } from './security-errors.ts';
import type { useAuthSessions } from './use-auth-sessions.ts';

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

/** One signed-in device with a button to sign it out. */
function AuthSessionItem({ session, onEnded }: AuthSessionItemProps) {
  const { t } = useTranslation('security');
  const format = useFormat({ zone: deviceTimeZone() });
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
      // The session has ended already: report success.
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
          {!session.isCurrent && <span>{t('sessions.used', { when: format.recent(session.usedAt, now) })}</span>}
          <span>{t('sessions.current', { date: format.day(session.createdAt) })}</span>
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

/** Lists the user's signed-in devices. One of them, or all others, can be signed out. */
export function AuthSessionsSection({ sessions, failure, reload }: ReturnType<typeof useAuthSessions>) {
  const { t } = useTranslation(['security', 'common']);
  const { client } = useAuth();
  const toast = useToast();
  const problem = useAuthErrorText();
  const [asking, setAsking] = useState(false);
  const endOthers = async () => {
    setAsking(false);
    const { error } = await client.signOut({ scope: 'others' });
    if (error) toast({ title: problem(authErrorCode(error)), tone: 'danger' });
    else toast({ title: t('sessions.othersEnded') });
    reload();
  };
  const others = sessions?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <IntroSection title={t('sessions.title')} intro={t('sessions.intro')}>
      {failure && (
        <Banner
          tone="danger"
          action={
            <Button size="small" onClick={reload}>
              {t('common:retry')}
            </Button>
          }
        >
          {problem(failure)}
        </Banner>
      )}
      {!sessions && !failure && <Skeleton className="h-16" />}
      {sessions && (
        <ul className="-mt-3 flex flex-col divide-y divide-line border-b border-line">
          {sessions.map((session) => (
            <AuthSessionItem key={session.id} session={session} onEnded={reload} />
          ))}
        </ul>
      )}
      {sessions && !others && <p className="text-soft">{t('sessions.onlyThis')}</p>}
      {others && (
        <div>
          <Button onClick={() => setAsking(true)}>{t('sessions.endOthers')}</Button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('sessions.askOthers.title')}
        description={t('sessions.askOthers.text')}
        confirmLabel={t('sessions.askOthers.act')}
        onConfirm={() => void endOthers()}
      />
    </IntroSection>
  );
}
