import { createRoot, hydrateRoot } from 'react-dom/client';
import { readSignInAddress } from '#web/features/auth/sign-in-address.ts';
import { reloadOutdatedPage } from '#web/lib/browser/outdated-page.ts';
import { keepServerForm } from '#web/lib/browser/server-form.ts';
import { currentLanguage, initI18n } from '#web/lib/i18n/i18n.ts';
import { joinedLocales } from '#web/lib/i18n/joined-locales.ts';
import { readPageTexts } from '#web/lib/i18n/page-texts.ts';
import { reportRenderErrors } from '#web/lib/report-error.ts';
import '#web/styles/sign-in.css';
import { beginSession } from './begin-session.ts';
import { NAMESPACES, SIGN_IN_NAMESPACES, TEXTS_FILE } from './namespaces.ts';
import { pageOf, SignInApp } from './sign-in-app.tsx';

/**
 * Continues the form that the server has rendered. Router, store and all screens load beside it, while the person types
 * (SignInApp).
 */
async function start(root: HTMLElement) {
  const renderedIn = root.firstChild && document.documentElement.lang;
  const begun = beginSession();
  const address = readSignInAddress(location);
  // The server's invitation consists of links. Its script renders the back office for a person who is signed in.
  const page = pageOf(location);
  if (renderedIn && page === 'invitation' && begun.isSignedOut && begun.redirect.failure === null) return;
  await initI18n(
    { namespaces: SIGN_IN_NAMESPACES, preloaded: readPageTexts(document) },
    joinedLocales(TEXTS_FILE, NAMESPACES),
  );
  const element = <SignInApp begun={begun} address={address} page={page} />;
  // The server knows neither sessions nor the query.
  const isAsRendered =
    renderedIn === currentLanguage() &&
    begun.arriving === null &&
    // A new password follows a link that signs in, and an invitation needs its script for a person who is signed in.
    (page === 'reset' ? !begun.isSignedOut : page === 'sign-in' && begun.isSignedOut) &&
    begun.redirect.failure === null &&
    address.email === '' &&
    !new URLSearchParams(location.search).has('mode');
  if (isAsRendered) hydrateRoot(root, element, reportRenderErrors);
  else {
    keepServerForm(root);
    createRoot(root, reportRenderErrors).render(element);
  }
  delete document.documentElement.dataset['arriving'];
}

const root = document.getElementById('root');
if (!root) throw new Error('Root element not found');
reloadOutdatedPage();
void start(root);
