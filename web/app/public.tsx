import type { ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { beginPageLoad } from '#web/app/public/page-load.ts';
import { PublicApp } from '#web/app/public/public-app.tsx';
import type { PageData } from '#core/api/page-data.ts';
import { LanguageSwitch } from '#web/features/public/shell/public-page.tsx';
import { importTwice, reloadOutdatedPage } from '#web/lib/browser/outdated-page.ts';
import { keepServerForm } from '#web/lib/browser/server-form.ts';
import '#web/lib/browser/zod-without-eval.ts';
import { currentLanguage, initI18n } from '#web/lib/i18n/i18n.ts';
import { readPageTexts } from '#web/lib/i18n/page-texts.ts';
import { reportRenderErrors } from '#web/lib/report-error.ts';
import '#web/styles/public.css';
import { PageRoot } from './page-root.tsx';

/** Renders the public pages without router, store or socket: each page is a page load of its own. */
async function start(root: HTMLElement) {
  const renderedIn = root.firstChild && document.documentElement.lang;
  const visit = beginPageLoad();
  const { data } = visit;
  if (data?.kind === 'developers') return startDevelopers(root);
  const landing = visit.route.page === 'landing' || data?.kind === 'legal';
  const [page] = await Promise.all([
    landing ? landingPage(data) : <PublicApp visit={visit} />,
    initI18n({
      namespaces: landing ? ['landing', ...(data?.kind === 'legal' ? ['legal'] : [])] : ['public'],
      preloaded: readPageTexts(document),
    }),
  ]);
  const element = <PageRoot>{page}</PageRoot>;
  // A language chosen on this device may differ from the one that the server rendered.
  if (renderedIn === currentLanguage()) hydrateRoot(root, element, reportRenderErrors);
  else {
    keepServerForm(root);
    createRoot(root, reportRenderErrors).render(element);
  }
}

/** Shows the reference for those who write programs. */
async function startDevelopers(root: HTMLElement) {
  const [{ DevelopersPage }] = await Promise.all([
    importTwice(() => import('#web/features/developers/developers-page.tsx')),
    initI18n({ namespaces: ['developers'] }),
  ]);
  createRoot(root, reportRenderErrors).render(
    <PageRoot>
      <DevelopersPage languages={<LanguageSwitch />} />
    </PageRoot>,
  );
}

/** Loaded in a chunk of its own: gallery pages do not need it. */
async function landingPage(data: PageData | null): Promise<ReactNode> {
  const { LandingRoute } = await importTwice(() => import('#web/features/landing/landing-page.tsx'));
  return <LandingRoute data={data} languages={<LanguageSwitch />} />;
}

/**
 * True for an address with auth parameters: it belongs to the back office. The auth service redirects to the site's
 * origin when the requested redirect is not allowed. A provider's answer without a valid state has its error
 * in the query. A studio's own domain, which names the studio at `/`, has no back office.
 */
function belongsToBackOffice(): boolean {
  return (
    location.pathname === '/' &&
    /[#?&](access_token|error_code)=/.test(location.search + location.hash) &&
    !document.querySelector('meta[name=public-layout]')
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('Root element not found');
if (belongsToBackOffice()) location.replace(`/app${location.search}${location.hash}`);
else {
  reloadOutdatedPage();
  void start(root);
}
