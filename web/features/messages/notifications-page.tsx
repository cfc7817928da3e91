import { useQuery } from '@rocicorp/zero/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type NotificationSettings,
  notificationSettings,
  readNotifications,
  type StudioNotificationKind,
} from '#core/domain/studio/notifications.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { SettingsForms, SettingsSection } from '#web/components/layout/settings-forms.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';

const KINDS = notificationSettings.keyof().options satisfies readonly StudioNotificationKind[];

/** Settings of the mails to the studio itself. */
export function NotificationsPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation(['mails', 'settings']);
  const [settings, { type }] = useQuery(queries.accounts.settings());
  const valueOf = (key: string) => settings.find((setting) => setting.key === key)?.value;
  const address = (valueOf('photographer') as { email?: unknown } | undefined)?.email;
  const intro =
    typeof address === 'string' && address !== ''
      ? t('notifications.intro', { address })
      : t('notifications.introOwners');
  return (
    <>
      <PageHeader title={t('settings:tabs.notifications')} tabs={tabs} />
      {settings.length === 0 && type === 'unknown' ? (
        <LoadingPlaceholder className="h-64" />
      ) : (
        <SettingsForms className="column flex flex-col gap-12">
          <NotificationsForm intro={intro} saved={readNotifications(valueOf('notifications'))} />
        </SettingsForms>
      )}
    </>
  );
}

function NotificationsForm({ intro, saved }: { intro: string; saved: NotificationSettings }) {
  const { t } = useTranslation(['mails', 'common']);
  const { id: accountId } = useAccount();
  const mutate = useMutation();
  const writable = useWritable();
  const draft = useDraft(`notifications:${accountId}`, saved);
  const form = useForm(draft, notificationSettings, () => {
    const request = mutators.settings.setNotifications({ notifications: draft.changes, now: Date.now() });
    return mutate(request, { done: t('common:saved'), ...draft.saving() });
  });
  return (
    <SettingsSection title={t('notifications.title')} intro={intro} disabled={!writable} draft={draft} form={form}>
      <div className="-mt-5 divide-y divide-line border-b border-line">
        {KINDS.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`notifications.${kind}`)}
            hint={t(`notifications.${kind}Hint`)}
            checked={draft.values[kind]}
            onChange={(value) => draft.change({ [kind]: value })}
          />
        ))}
      </div>
    </SettingsSection>
  );
}
