/**
 * Renders public pages to HTML for the page function, so that a visitor reads a page before its script arrives. Built
 * beside `index.html` as `page-markup.mjs`, see vite.config.ts.
 */
import i18next, { type ResourceLanguage } from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import type { Language } from '#core/domain/values/languages.ts';
import caAuth from '#locales/ca/auth.json' with { type: 'json' };
import caBooking from '#locales/ca/booking.json' with { type: 'json' };
import caCancellation from '#locales/ca/cancellation.json' with { type: 'json' };
import caCommon from '#locales/ca/common.json' with { type: 'json' };
import caContact from '#locales/ca/contact.json' with { type: 'json' };
import caErrors from '#locales/ca/errors.json' with { type: 'json' };
import caGuests from '#locales/ca/guests.json' with { type: 'json' };
import caLanding from '#locales/ca/landing.json' with { type: 'json' };
import caLegal from '#locales/ca/legal.json' with { type: 'json' };
import caPortal from '#locales/ca/portal.json' with { type: 'json' };
import caProposal from '#locales/ca/proposal.json' with { type: 'json' };
import caPublic from '#locales/ca/public.json' with { type: 'json' };
import caTeam from '#locales/ca/team.json' with { type: 'json' };
import enAuth from '#locales/en/auth.json' with { type: 'json' };
import enBooking from '#locales/en/booking.json' with { type: 'json' };
import enCancellation from '#locales/en/cancellation.json' with { type: 'json' };
import enCommon from '#locales/en/common.json' with { type: 'json' };
import enContact from '#locales/en/contact.json' with { type: 'json' };
import enErrors from '#locales/en/errors.json' with { type: 'json' };
import enGuests from '#locales/en/guests.json' with { type: 'json' };
import enLanding from '#locales/en/landing.json' with { type: 'json' };
import enLegal from '#locales/en/legal.json' with { type: 'json' };
import enPortal from '#locales/en/portal.json' with { type: 'json' };
import enProposal from '#locales/en/proposal.json' with { type: 'json' };
import enPublic from '#locales/en/public.json' with { type: 'json' };
import enTeam from '#locales/en/team.json' with { type: 'json' };
import esAuth from '#locales/es/auth.json' with { type: 'json' };
import esBooking from '#locales/es/booking.json' with { type: 'json' };
import esCancellation from '#locales/es/cancellation.json' with { type: 'json' };
import esCommon from '#locales/es/common.json' with { type: 'json' };
import esContact from '#locales/es/contact.json' with { type: 'json' };
import esErrors from '#locales/es/errors.json' with { type: 'json' };
import esGuests from '#locales/es/guests.json' with { type: 'json' };
import esLanding from '#locales/es/landing.json' with { type: 'json' };
import esLegal from '#locales/es/legal.json' with { type: 'json' };
import esPortal from '#locales/es/portal.json' with { type: 'json' };
import esProposal from '#locales/es/proposal.json' with { type: 'json' };
import esPublic from '#locales/es/public.json' with { type: 'json' };
import esTeam from '#locales/es/team.json' with { type: 'json' };
import { importLazyPages } from '#web/app/public/import-lazy-pages.ts';
import { importPortal } from '#web/app/public/import-portal.ts';
import { PublicApp } from '#web/app/public/public-app.tsx';
import { type AuthMode, invitedHref } from '#web/features/auth/sign-in-address.ts';
import { LandingRoute } from '#web/features/landing/landing-page.tsx';
import { importBooking } from '#web/features/public/booking/import-booking.ts';
import { importProposal } from '#web/features/public/proposal/import-proposal.ts';
import { GalleryAccessClient } from '#web/features/public/shell/gallery-access.ts';
import type { PageData } from '#core/api/page-data.ts';
import { pageGalleryId } from '#web/features/public/shell/page-data.ts';
import { createPublicApi } from '#web/features/public/shell/public-api.ts';
import { LanguageSwitch } from '#web/features/public/shell/public-page.tsx';
import { matchRoute } from '#web/features/public/shell/routes.ts';
import { InviteError } from '#web/features/team/invite-details.tsx';
import { InvitedPage } from '#web/features/team/invited-page.tsx';
import type { InvitePreview } from '#web/features/team/use-invite.ts';
import { type PublicConfig, provideConfig } from '#web/lib/env.ts';
import { paths } from '#web/lib/paths.ts';
import { FORMATTERS, FULL_STOPS, i18nOptions } from '#web/lib/i18n/i18n.ts';
import { PageRoot } from './page-root.tsx';
import { LandingBrand } from './product-name.tsx';
import type { BegunSession } from './begin-session.ts';
import { SignInApp } from './sign-in-app.tsx';

export { renderSite } from '#web/site/render-site.tsx';

const TEXTS: Record<Language, ResourceLanguage> = {
  en: { common: enCommon, errors: enErrors, public: enPublic },
  es: { common: esCommon, errors: esErrors, public: esPublic },
  ca: { common: caCommon, errors: caErrors, public: caPublic },
};

/** Texts of the studio page alone. */
const STUDIO_TEXTS: Record<Language, ResourceLanguage> = {
  en: { contact: enContact },
  es: { contact: esContact },
  ca: { contact: caContact },
};

/** Texts of the product's own pages, of which only they need a copy. */
const LANDING_TEXTS: Record<Language, ResourceLanguage> = {
  en: { landing: enLanding, legal: enLegal },
  es: { landing: esLanding, legal: esLegal },
  ca: { landing: caLanding, legal: caLegal },
};

/** Texts of the booking pages. */
const BOOKING_TEXTS: Record<Language, ResourceLanguage> = {
  en: { booking: enBooking, cancellation: enCancellation },
  es: { booking: esBooking, cancellation: esCancellation },
  ca: { booking: caBooking, cancellation: caCancellation },
};

/** Texts of a proposal's page, beside those of the booking pages. */
const PROPOSAL_TEXTS: Record<Language, ResourceLanguage> = {
  en: { ...BOOKING_TEXTS.en, proposal: enProposal },
  es: { ...BOOKING_TEXTS.es, proposal: esProposal },
  ca: { ...BOOKING_TEXTS.ca, proposal: caProposal },
};

/** Texts of the page on which guests add photos. */
const GUEST_TEXTS: Record<Language, ResourceLanguage> = {
  en: { guests: enGuests },
  es: { guests: esGuests },
  ca: { guests: caGuests },
};

/** Texts of the sign-in page. */
const AUTH_TEXTS: Record<Language, ResourceLanguage> = {
  en: { auth: enAuth },
  es: { auth: esAuth },
  ca: { auth: caAuth },
};

/** Texts of invitations to a team. */
const TEAM_TEXTS: Record<Language, ResourceLanguage> = {
  en: { team: enTeam },
  es: { team: esTeam },
  ca: { team: caTeam },
};

/** Texts of a client's own page. */
const PORTAL_TEXTS: Record<Language, ResourceLanguage> = {
  en: { portal: enPortal },
  es: { portal: esPortal },
  ca: { portal: caPortal },
};

await i18next
  .use(FORMATTERS)
  .use(FULL_STOPS)
  .use(initReactI18next)
  .init(i18nOptions({ namespaces: ['public'], preloaded: TEXTS }));
for (const more of [STUDIO_TEXTS, LANDING_TEXTS, PROPOSAL_TEXTS, GUEST_TEXTS, PORTAL_TEXTS, AUTH_TEXTS, TEAM_TEXTS])
  for (const [language, namespaces] of Object.entries(more))
    for (const [name, texts] of Object.entries(namespaces)) i18next.addResourceBundle(language, name, texts);
// A lazy page is rendered once its module is loaded; the first attempt only starts that.
await Promise.all([importLazyPages(), importBooking(), importPortal(), importProposal()]);

/** Effects do not run here, so nothing is requested. */
const api = createPublicApi(() => Promise.reject(new Error('The server renders no requests')));

/**
 * Returns the HTML of `#root` and the texts of its language, which the page's script needs.
 * @param path of the page's URL, without query
 * @param slug of the studio on its own domain, whose pages begin at `/`
 * @returns null for invitations, and for the reference for programs, which its script loads. A closed gallery is rendered as strangers find it, and a client's booking without its
 *   data: only the visitor's own requests answer with those.
 */
export async function renderMarkup(data: PageData, path: string, language: Language, slug: string | null = null) {
  if (data.kind === 'landing' || data.kind === 'legal') return renderLanding(data, language);
  if (data.kind === 'developers') return null;
  const route = matchRoute(path, { publicLayout: slug !== null, photographerSlug: slug }, pageGalleryId(data));
  const isOpen = data.kind === 'gallery';
  const access = data.kind === 'gallery-access' ? data.access : 'granted';
  // An invitation is accepted by the page's script, and a gallery that is open to strangers has its photos.
  if (route.page === 'invite' || (data.kind === 'gallery-access' && access === 'granted')) return null;
  const verify = () => new Promise<never>(() => {});
  const galleryAccess = new GalleryAccessClient({ verify, open: isOpen, initialAccess: access, token: isOpen });
  const visit = { route, data, api, galleryAccess: route.page === 'gallery' ? galleryAccess : null, invitation: null };
  const render = () => {
    // Without a backend this is synchronous: no other page is rendered in between.
    void i18next.changeLanguage(language);
    return renderToString(
      <PageRoot>
        <PublicApp visit={visit} />
      </PageRoot>,
    );
  };
  let html = render();
  for (let attempts = 0; html.includes(SUSPENDED) && attempts < 3; attempts++) {
    await new Promise((resolve) => setTimeout(resolve));
    html = render();
  }
  const more = {
    studio: STUDIO_TEXTS,
    book: BOOKING_TEXTS,
    booking: BOOKING_TEXTS,
    proposal: PROPOSAL_TEXTS,
    add: GUEST_TEXTS,
    client: PORTAL_TEXTS,
  }[data.kind as string];
  return { html, texts: { [language]: { ...TEXTS[language], ...more?.[language] } } };
}

/** A page load without a session, a query or a fragment. */
const SIGNED_OUT: BegunSession = {
  key: '',
  stored: null,
  redirect: { failure: null, session: false, recovery: false, returning: false },
  arriving: null,
  isSignedOut: true,
  loadClient: () => Promise.reject(new Error('The server has no auth client')),
};

/**
 * Returns the HTML of `#root` of the sign-in page and the texts of its language. It knows neither sessions nor the
 * address's query: its script does.
 */
export function renderSignIn(mode: AuthMode | 'reset', language: Language, config: PublicConfig) {
  provideConfig(config);
  void i18next.changeLanguage(language);
  const isReset = mode === 'reset';
  const address = { email: '', next: paths.home, link: 'link', provider: undefined } as const;
  const html = renderToString(
    <SignInApp
      // The session of the mail's link is in the fragment.
      begun={isReset ? { ...SIGNED_OUT, isSignedOut: false } : SIGNED_OUT}
      address={{ ...address, mode: isReset ? 'forgot' : mode }}
      page={isReset ? 'reset' : 'sign-in'}
    />,
  );
  const { common, errors } = TEXTS[language];
  return { html, texts: { [language]: { common, errors, ...AUTH_TEXTS[language] } } };
}

/**
 * Returns the HTML of `#root` of an invitation to a team, and its title. It has no texts: only for a person who is signed
 * in its script renders, the back office.
 * @param invite or the code of why it cannot be answered
 */
export function renderInvitation(invite: InvitePreview | string, path: string, language: Language) {
  void i18next.changeLanguage(language);
  const brand = <LandingBrand />;
  const html = renderToString(
    <PageRoot>
      {typeof invite === 'string' ? (
        <InviteError brand={brand} code={invite} />
      ) : (
        <InvitedPage brand={brand} invite={invite} path={path} authHref={invitedHref} />
      )}
    </PageRoot>,
  );
  const title =
    typeof invite === 'string'
      ? i18next.t('team:join.failed.title')
      : i18next.t('team:join.title', { studio: invite.studio });
  return { title, html, texts: null };
}

function renderLanding(data: Extract<PageData, { kind: 'landing' | 'legal' }>, language: Language) {
  void i18next.changeLanguage(language);
  const html = renderToString(
    <PageRoot>
      <LandingRoute data={data} languages={<LanguageSwitch />} />
    </PageRoot>,
  );
  const { common, errors } = TEXTS[language];
  const { landing, legal } = LANDING_TEXTS[language];
  const texts = { common, errors, landing, ...(data.kind === 'legal' ? { legal } : {}) };
  return { html, texts: { [language]: texts } };
}

/** React's mark of a boundary whose content was not rendered. */
const SUSPENDED = '<!--$!-->';
