import { useQuery } from '@rocicorp/zero/react';
import { ImagePlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { logoIcon, readLogo } from '#core/domain/branding/logo.ts';
import { type CssProblem, MAX_CODE_CHARS } from '#core/domain/site/site-code.ts';
import type { Account } from '#core/domain/studio/accounts.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { SettingsForms, SettingsSection } from '#web/components/layout/settings-forms.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Banner, ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Spinner } from '#web/components/ui/feedback/spinner.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { FilePicker } from '#web/components/ui/inputs/upload-dropzone.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { LOGO_TYPES } from '#web/lib/accounts/upload-picture.ts';
import { usePictureUpload } from '#web/lib/accounts/use-picture-upload.ts';
import { useApi } from '#web/lib/api/api-context.tsx';
import { readConfig } from '#web/lib/env.ts';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { paths } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';
import { CodeArea } from './code-area.tsx';
import { ScriptSection } from './script-section.tsx';
import { SearchForm } from './search-form.tsx';

const schema = z.object({ css: z.string().max(MAX_CODE_CHARS) });

/** The studio's own CSS. What the server refuses is listed with its line and column; the rest counts. */
function StylesForm({ account, saved }: { account: Account; saved: string }) {
  const { t } = useTranslation(['cms', 'common']);
  const api = useApi();
  const writable = useWritable();
  const { call, failure } = useApiCall({ showsFailure: true });
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
      disabled={!writable}
      notice={<ErrorBanner code={failure} />}
      draft={draft}
      form={form}
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
      <PageHeader title={t('settings:tabs.website')} tabs={tabs} />
      {isKnown ? (
        <SettingsForms key={account.id} className="column flex flex-col gap-12">
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
        </SettingsForms>
      ) : (
        <LoadingPlaceholder className="h-[40rem]" />
      )}
    </>
  );
}

/** The icon of the browser's tab and of a phone's home screen: an uploaded one, or else that of the logo. */
function IconSection({ account, path }: { account: Account; path: string }) {
  const { t } = useTranslation(['cms', 'errors', 'common']);
  const toast = useToast();
  const mutate = useMutation();
  const writable = useWritable();
  const [settings] = useQuery(queries.accounts.settings());
  const { isBusy, failure, upload } = usePictureUpload({
    accountId: account.id,
    variant: 'icon',
    onSaved: () => toast({ title: t('icon.saved') }),
  });
  const logo = settings.find(({ key }) => key === 'theme.logoUrl')?.value;
  const shown = [path, logo].find((one): one is string => readLogo(one) !== null);
  const remove = () => mutate(mutators.site.removeIcon({ path, now: Date.now() }), { done: t('icon.removed') });
  return (
    <IntroSection title={t('icon.title')} intro={t('icon.intro')}>
      {failure && (
        <Banner tone="danger" title={t('icon.failed')}>
          {failure.code && t(`errors:${failure.code}`)}
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <div className="flex items-center gap-3">
          {isBusy && <Spinner text={t('common:loading')} />}
          {!isBusy && shown && (
            <img
              src={`/api${logoIcon(shown, 180)}`}
              alt={t(path ? 'icon.own' : 'icon.ofLogo')}
              width={48}
              height={48}
              className="rounded-control border border-line"
            />
          )}
          {!isBusy && <p className="text-caption text-soft">{t(iconText(path, shown))}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <FilePicker
            label={t('icon.choose')}
            text={t('icon.choose')}
            icon={<ImagePlus />}
            accept={LOGO_TYPES}
            disabled={isBusy || !writable}
            onFiles={([file]) => file && void upload(file)}
          />
          {path && (
            <Button variant="quiet" writes onClick={() => void remove()}>
              {t('icon.remove')}
            </Button>
          )}
        </div>
      </div>
    </IntroSection>
  );
}

function iconText(path: string, shown: string | undefined): 'icon.own' | 'icon.ofLogo' | 'icon.none' {
  if (!shown) return 'icon.none';
  return path ? 'icon.own' : 'icon.ofLogo';
}
