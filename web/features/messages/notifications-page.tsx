import { useQuery } from '@rocicorp/zero/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { readNotifications, type StudioNotificationKind } from '#core/domain/studio/notifications.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { Switch } from '#web/components/ui/inputs/switch.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';

const KINDS: readonly StudioNotificationKind[] = [
  'contact',
  'booking',
  'change',
  'proofing',
  'documents',
  'failedMail',
  'day',
];

/** Settings of the mails to the studio itself. */
export function NotificationsPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation(['mails', 'settings', 'common']);
  const mutate = useMutation();
  const writable = useWritable();
  const [settings, { type }] = useQuery(queries.accounts.settings());
  const valueOf = (key: string) => settings.find((setting) => setting.key === key)?.value;
  const chosen = readNotifications(valueOf('notifications'));
  const address = (valueOf('photographer') as { email?: unknown } | undefined)?.email;
  const set = (kind: StudioNotificationKind, value: boolean) => {
    const request = (to: boolean) =>
      mutators.settings.setNotifications({ notifications: { [kind]: to }, now: Date.now() });
    void mutate(request(value), { done: t('common:saved'), undo: () => request(!value) });
  };
  return (
    <>
      <PageHeader title={t('settings:title')} tabs={tabs} />
      <section aria-label={t('notifications.title')} className="flex max-w-2xl flex-col gap-5">
        <p className="measure wrap-anywhere text-soft">
          {typeof address === 'string' && address !== ''
            ? t('notifications.intro', { address })
            : t('notifications.introOwners')}
        </p>
        {settings.length === 0 && type === 'unknown' ? (
          <LoadingPlaceholder className="h-64" />
        ) : (
          <div className="divide-y divide-line border-y border-line">
            {KINDS.map((kind) => (
              <Switch
                key={kind}
                label={t(`notifications.${kind}`)}
                hint={t(`notifications.${kind}Hint`)}
                checked={chosen[kind]}
                disabled={!writable}
                onChange={(value) => set(kind, value)}
              />
            ))}
          </div>
        )}
      </section>
    </>
  );
}
