import { useQuery } from '@rocicorp/zero/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { readConfig } from '#web/lib/env.ts';
import { paths } from '#web/lib/paths.ts';
import { IconSection } from './icon-section.tsx';
import { ScriptSection } from './script-section.tsx';
import { SearchForm } from './search-form.tsx';
import { StylesForm } from './styles-form.tsx';

interface WebsiteSettingsPageProps {
  tabs: ReactNode;
  /** The former addresses of pages. */
  redirects: ReactNode;
}

/** Settings of the website: home page, search results, former addresses, icon, and the studio's own code. */
export function WebsiteSettingsPage({ tabs, redirects }: WebsiteSettingsPageProps) {
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
