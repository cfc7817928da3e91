import { useQuery } from '@rocicorp/zero/react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { type CssProblem, MAX_CODE_CHARS } from '#core/domain/site/site-code.ts';
import type { Account } from '#core/domain/studio/accounts.ts';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Banner, ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { readConfig } from '#web/lib/env.ts';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { paths } from '#web/lib/paths.ts';
import { useWritable } from '#web/lib/sync/writable.ts';
import { SettingsSection } from '../settings-section.tsx';
import { CodeArea } from './code-area.tsx';
import { IconSection } from './icon-section.tsx';
import { ScriptSection } from './script-section.tsx';
import { SearchForm } from './search-form.tsx';

const schema = z.object({ css: z.string().max(MAX_CODE_CHARS) });

/** The studio's own CSS. What the server refuses is listed with its line and column; the rest counts. */
function StylesForm({ account, saved }: { account: Account; saved: string }) {
  const { t } = useTranslation(['cms', 'common']);
  const api = useApi();
  const writable = useWritable();
  const { call, busy, failure } = useApiCall({ showsFailure: true });
  const draft = useDraft(`styles:${account.id}`, { css: saved });
  const [problems, setProblems] = useState<readonly CssProblem[]>([]);
  const form = useForm(draft, schema, (body) =>
    call(async () => {
      const answer = await api.accounts.saveStyles({ body });
      setProblems(answer.problems);
      draft.confirm();
    }, t('common:saved')),
  );
  return (
    <SettingsSection
      title={t('styles.title')}
      intro={t('styles.intro')}
      saveLabel={t('common:save')}
      saving={busy}
      disabled={!writable}
      clean={draft.isClean || !form.read}
      notice={<ErrorBanner code={failure} />}
      onSubmit={form.submit}
    >
      <Field
        label={t('styles.label')}
        hint={t('styles.hint')}
        error={form.fault('css') && t('code.tooLong')}
        conflict={draft.conflict('css')}
      >
        <CodeArea value={draft.values.css} onChange={(css) => draft.change({ css })} />
      </Field>
      {problems.length > 0 && (
        <Banner tone="warning" title={t('styles.problems', { count: problems.length })}>
          <ul className="flex flex-col gap-2">
            {problems.map(({ code, line, column, found }) => (
              <li key={`${line}:${column}:${code}`}>
                {t('styles.place', { line, column, problem: t(`styles.problem.${code}`) })}
                {found && <code className="block text-caption wrap-anywhere">{found}</code>}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </SettingsSection>
  );
}

interface SiteSettingsPageProps {
  tabs: ReactNode;
  /** The former addresses of pages. */
  redirects: ReactNode;
}

/** Settings of the website: home page, search results, former addresses, icon, and the studio's own code. */
export function SiteSettingsPage({ tabs, redirects }: SiteSettingsPageProps) {
  const { t } = useTranslation(['cms', 'settings']);
  const account = useAccount();
  const [settings, { type }] = useQuery(queries.site.settings());
  const mayManage = can(account.role, 'domain.manage');
  const hasDomains = mayManage && Boolean(readConfig().domainTarget);
  const [pages, { type: ofPages }] = useQuery(queries.pages.list());
  // A select without the option of its value shows the first one.
  const isHomeListed = !settings?.defaultPage || pages.some(({ path }) => path === settings.defaultPage);
  const isKnown = (settings !== undefined || type === 'complete') && (isHomeListed || ofPages === 'complete');
  return (
    <>
      <PageHeader title={t('settings:title')} tabs={tabs} />
      {isKnown ? (
        <div key={account.id} className="flex max-w-2xl flex-col gap-12">
          <SearchForm account={account} settings={settings} pages={pages} />
          <IconSection account={account} path={settings?.favicon ?? ''} />
          {redirects}
          {hasDomains && (
            <IntroSection title={t('domain.title')} intro={t('domain.intro')}>
              <div>
                <Link to={paths.domain} className={buttonClass()}>
                  {t('domain.open')}
                </Link>
              </div>
            </IntroSection>
          )}
          {mayManage && <StylesForm account={account} saved={settings?.customCss ?? ''} />}
          {hasDomains && <ScriptSection account={account} settings={settings} />}
        </div>
      ) : (
        <LoadingPlaceholder className="h-[40rem]" />
      )}
    </>
  );
}
