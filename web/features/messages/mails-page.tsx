import { useQuery } from '@rocicorp/zero/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { readDelivery } from '#core/domain/galleries/galleries.ts';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { MAIL_TEMPLATE_KINDS, type MailTemplateKind } from '#core/domain/messages/messages.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { CatalogPage, CatalogRow, CatalogRows } from '#web/components/layout/catalog-page.tsx';
import { SettingsForms, SettingsSection } from '#web/components/layout/settings-forms.tsx';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import { mailHref } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';

/** Choices of the setting; another stored number of days is shown as the nearest. */
const REMINDER_DAYS = [0, 1, 3, 7, 14] as const;

const schema = z.object({ days: z.string().transform(Number) });

/** When invited people are reminded that a gallery closes. */
function ClosingReminder({ stored }: { stored: number }) {
  const { t } = useTranslation(['mails', 'common']);
  const { id: accountId } = useAccount();
  const mutate = useMutation();
  const writable = useWritable();
  const draft = useDraft(`closing-reminder:${accountId}`, {
    days: String(REMINDER_DAYS.findLast((one) => one <= stored) ?? 0),
  });
  const form = useForm(draft, schema, ({ days: closingReminderDays }) => {
    const request = mutators.settings.setDelivery({ delivery: { closingReminderDays }, now: Date.now() });
    return mutate(request, { done: t('common:saved'), ...draft.saving() });
  });
  return (
    <SettingsSection title={t('closing.title')} disabled={!writable} draft={draft} form={form}>
      <Field label={t('closing.label')} hint={t('closing.hint')}>
        <Select
          options={REMINDER_DAYS.map((one) => ({ value: String(one), label: t(`closing.days.${one}`) }))}
          {...form.input('days')}
        />
      </Field>
    </SettingsSection>
  );
}

interface MailsPageProps {
  tabs: ReactNode;
}

/** Mails to clients, and whether their texts are the studio's or the defaults. */
export function MailsPage({ tabs }: MailsPageProps) {
  const { t } = useTranslation(['mails', 'settings', 'common']);
  const [templates] = useQuery(queries.messages.templates());
  const [settings] = useQuery(queries.accounts.settings());
  const { closingReminderDays } = readDelivery(settings.find(({ key }) => key === 'delivery')?.value);
  const listed = new Intl.ListFormat(useLanguage());
  const wordsOf = (kind: MailTemplateKind) => {
    const own = LANGUAGES.filter((one) => templates.some((each) => each.kind === kind && each.language === one));
    if (own.length === 0) return null;
    const languages = listed.format(own.map((one) => t(`common:languages.${one}`)));
    return <Tag tone="accent">{t('own', { languages })}</Tag>;
  };
  return (
    <CatalogPage title={t('settings:tabs.mails')} tabs={tabs} label={t('list')} intro={t('intro')} className="column">
      <CatalogRows>
        {MAIL_TEMPLATE_KINDS.map((kind) => (
          <CatalogRow
            key={kind}
            title={t(`kinds.${kind}.name`)}
            to={mailHref(kind)}
            detail={t(`kinds.${kind}.when`)}
            trailing={wordsOf(kind)}
          />
        ))}
      </CatalogRows>
      <SettingsForms className="mt-7 flex flex-col gap-12">
        <ClosingReminder stored={closingReminderDays} />
      </SettingsForms>
    </CatalogPage>
  );
}
