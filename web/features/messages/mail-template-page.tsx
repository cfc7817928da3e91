import { useQuery } from '@rocicorp/zero/react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { type Language, LANGUAGES } from '#core/domain/values/languages.ts';
import { mailTemplateKind, type MailTemplateKind } from '#core/domain/messages/messages.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { MissingPage } from '#web/components/layout/record-page.tsx';
import { SettingsForms } from '#web/components/layout/settings-forms.tsx';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { paths } from '#web/lib/paths.ts';
import { useMailTexts } from '#web/lib/i18n/use-mail-texts.ts';
import { MailTemplateForm } from './mail-template-form.tsx';

/** A mail to clients, in each language. */
export function MailTemplatePage() {
  const { t } = useTranslation(['mails', 'errors']);
  const kind = mailTemplateKind.safeParse(useParams()['kind']).data;
  if (kind) return <Present kind={kind} />;
  return <MissingPage title={t('errors:not_found')} back={{ to: paths.mails, label: t('back') }} />;
}

function Present({ kind }: { kind: MailTemplateKind }) {
  const { t } = useTranslation(['mails', 'common']);
  const account = useAccount();
  const [search, setSearch] = useSearchParams();
  const language = LANGUAGES.find((known) => known === search.get('in')) ?? account.language;
  const choose = (next: Language) => setSearch({ in: next }, { replace: true });
  return (
    <>
      <PageHeader
        title={t(`kinds.${kind}.name`)}
        back={{ to: paths.mails, label: t('back') }}
        detail={<p className="measure">{t(`kinds.${kind}.when`)}</p>}
      />
      <div className="flex flex-col gap-8">
        <div>
          <SegmentedControl
            label={t('language')}
            value={language}
            onChange={choose}
            options={LANGUAGES.map((value) => ({ value, label: t(`common:languages.${value}`) }))}
          />
        </div>
        {/* Texts of another language load here, so that the rest of the page stays. */}
        <Suspense fallback={<LoadingPlaceholder className="h-96" />}>
          <InLanguage key={`${kind}-${language}`} kind={kind} language={language} />
        </Suspense>
      </div>
    </>
  );
}

function InLanguage({ kind, language }: { kind: MailTemplateKind; language: Language }) {
  const [templates, { type }] = useQuery(queries.messages.templates());
  const ours = useMailTexts(language)[kind];
  const own = templates.find((template) => template.kind === kind && template.language === language);
  // The studio's own texts may still be loading: do not show the defaults instead.
  if (!own && type === 'unknown') return <LoadingPlaceholder className="h-96" />;
  return (
    <SettingsForms className="flex flex-col gap-8">
      <MailTemplateForm kind={kind} language={language} own={own ?? null} ours={ours} />
    </SettingsForms>
  );
}
