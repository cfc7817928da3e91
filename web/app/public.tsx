import '#web/styles/main.css';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '#web/components/layout/error-boundary.tsx';
import { beginPageLoad } from '#web/features/public/shell/page-load.ts';
import { PublicApp } from '#web/features/public/shell/public-app.tsx';
import { LanguageSwitch } from '#web/features/public/shell/public-page.tsx';
import { initI18n } from '#web/lib/i18n/i18n.ts';
import { reportRenderErrors } from '#web/lib/report-error.ts';
import { ThemeProvider } from '#web/lib/theme/theme.tsx';

/** Renders the public pages without router, store or socket: each page is a page load of its own. */
async function start(root: HTMLElement) {
  const visit = beginPageLoad();
  const landing = visit.route.page === 'landing';
  const [page] = await Promise.all([
    landing ? landingPage() : <PublicApp visit={visit} />,
    initI18n({ namespaces: [landing ? 'landing' : 'public'] }),
  ]);
  render(root, page);
}

/** Loaded in a chunk of its own: gallery pages do not need it. */
async function landingPage(): Promise<ReactNode> {
  const { LandingPage } = await import('#web/features/landing/landing-page.tsx');
  return <LandingPage languages={<LanguageSwitch />} />;
}

function render(root: HTMLElement, page: ReactNode) {
  createRoot(root, reportRenderErrors).render(
    <StrictMode>
      <ThemeProvider>
        <ErrorBoundary>{page}</ErrorBoundary>
      </ThemeProvider>
    </StrictMode>,
  );
}

/**
 * True for an address with auth parameters: it belongs to the back office. The auth service redirects to the site's
 * origin when the requested redirect is not allowed (spec §2). A provider's answer without a valid state has its error
 * in the query.
 */
function belongsToBackOffice(): boolean {
  return location.pathname === '/' && /[#?&](access_token|error_code)=/.test(location.search + location.hash);
}

const root = document.getElementById('root');
if (!root) throw new Error('Root element not found');
if (belongsToBackOffice()) location.replace(`/app${location.search}${location.hash}`);
else void start(root);
