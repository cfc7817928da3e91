import '#web/styles/main.css';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '#web/components/layout/error-boundary.tsx';
import { beginPageLoad } from '#web/features/public/shell/page-load.ts';
import { PublicApp } from '#web/features/public/shell/public-app.tsx';
import { LanguageSwitch } from '#web/features/public/shell/public-page.tsx';
import { initI18n } from '#web/lib/i18n/i18n.ts';
import { ThemeProvider } from '#web/lib/theme/theme.tsx';

/** Everything that is not the back office: no router, no store, no socket. Each page is a page load of its own. */
async function start(root: HTMLElement) {
  const visit = beginPageLoad();
  const landing = visit.route.page === 'landing';
  const [page] = await Promise.all([
    landing ? landingPage() : <PublicApp visit={visit} />,
    initI18n({ namespaces: [landing ? 'landing' : 'public'] }),
  ]);
  render(root, page);
}

/** Loaded apart: whoever looks at a gallery needs none of it. */
async function landingPage(): Promise<ReactNode> {
  const { LandingPage } = await import('#web/features/landing/landing-page.tsx');
  return <LandingPage languages={<LanguageSwitch />} />;
}

function render(root: HTMLElement, page: ReactNode) {
  createRoot(root).render(
    <StrictMode>
      <ThemeProvider>
        <ErrorBoundary>{page}</ErrorBoundary>
      </ThemeProvider>
    </StrictMode>,
  );
}

/**
 * The auth service sends whoever followed a mail's link to the site's origin when it may not send them further
 * (spec §2); what it hangs to the address is the back office's.
 * A provider's answer that it cannot place comes in the query.
 */
function belongsToBackOffice(): boolean {
  return location.pathname === '/' && /[#?&](access_token|error_code)=/.test(location.search + location.hash);
}

const root = document.getElementById('root');
if (!root) throw new Error('Root element not found');
if (belongsToBackOffice()) location.replace(`/app${location.search}${location.hash}`);
else void start(root);
