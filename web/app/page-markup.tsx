/**
 * Renders public pages to HTML for the page function, so that a visitor reads a page before its script arrives. Built
 * beside `index.html` as `page-markup.mjs`, see vite.config.ts.
 */
import i18next, { type ResourceLanguage } from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import type { Language } from '#core/domain/languages.ts';
import caCommon from '#locales/ca/common.json' with { type: 'json' };
import caErrors from '#locales/ca/errors.json' with { type: 'json' };
import caPublic from '#locales/ca/public.json' with { type: 'json' };
import enCommon from '#locales/en/common.json' with { type: 'json' };
import enErrors from '#locales/en/errors.json' with { type: 'json' };
import enPublic from '#locales/en/public.json' with { type: 'json' };
import esCommon from '#locales/es/common.json' with { type: 'json' };
import esErrors from '#locales/es/errors.json' with { type: 'json' };
import esPublic from '#locales/es/public.json' with { type: 'json' };
import { createGalleryAccess } from '#web/features/public/shell/gallery-access.ts';
import { importLazyPages } from '#web/features/public/shell/import-lazy-pages.ts';
import { type PageData, pageGalleryId } from '#web/features/public/shell/page-data.ts';
import { PublicApp } from '#web/features/public/shell/public-app.tsx';
import { createPublicApi } from '#web/features/public/shell/public-api.ts';
import { matchRoute } from '#web/features/public/shell/routes.ts';
import { i18nOptions } from '#web/lib/i18n/i18n.ts';
import { PublicRoot } from './public-root.tsx';

const TEXTS: Record<Language, ResourceLanguage> = {
  en: { common: enCommon, errors: enErrors, public: enPublic },
  es: { common: esCommon, errors: esErrors, public: esPublic },
  ca: { common: caCommon, errors: caErrors, public: caPublic },
};

await i18next.use(initReactI18next).init(i18nOptions({ namespaces: ['public'], preloaded: TEXTS }));
// A lazy page is rendered once its module is loaded; the first attempt only starts that.
await importLazyPages();

/** Effects do not run here, so nothing is requested. */
const api = createPublicApi(() => Promise.reject(new Error('The server renders no requests')));

/**
 * Returns the HTML of `#root` and the texts of its language, which the page's script needs.
 * @param path of the page's URL, without query
 * @returns null for pages that depend on the visitor: private galleries, bookings
 */
export async function renderMarkup(data: PageData, path: string, language: Language) {
  if (data.kind !== 'gallery' && data.kind !== 'studio' && data.kind !== 'not-found') return null;
  const route = matchRoute(path, { publicLayout: false, photographerSlug: null }, pageGalleryId(data));
  const galleryAccess = createGalleryAccess({ verify: () => new Promise(() => {}), open: true, token: true });
  const visit = { route, data, api, galleryAccess: route.page === 'gallery' ? galleryAccess : null, invitation: null };
  const render = () => {
    // Without a backend this is synchronous: no other page is rendered in between.
    void i18next.changeLanguage(language);
    return renderToString(
      <PublicRoot>
        <PublicApp visit={visit} />
      </PublicRoot>,
    );
  };
  let html = render();
  if (html.includes(SUSPENDED)) {
    await new Promise((resolve) => setTimeout(resolve));
    html = render();
  }
  return { html, texts: { [language]: TEXTS[language] } };
}

/** React's mark of a boundary whose content was not rendered. */
const SUSPENDED = '<!--$!-->';
