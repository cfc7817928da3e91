import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { browserFloors, SYNTAX_TARGET } from './web/build/browser-floors.ts';
import { officeChunk, pageChunk, sharedChunk, signInChunk } from './web/build/chunks.ts';
import { fonts } from './web/build/fonts.ts';
import { locales } from './web/build/locales.ts';
import { operatorPhotos } from './web/build/operator-photos.ts';
import { pageMarkup } from './web/build/page-markup.ts';
import { at } from './web/build/paths.ts';
import { firstScriptLimits, inlineParts } from './web/build/first-requests.ts';
import { galleryWorker, serviceWorker } from './web/build/service-workers.ts';

export default defineConfig(({ mode }) => (mode === 'design' ? designPage : product));

/** Radix's scroll lock without style elements, which the content security policy refuses. */
const resolve = { alias: { 'react-style-singleton': at('web/lib/style-singleton.ts') } };

/** Modules of the clients' pages. */
const PUBLIC = /web[\\/](?:app|features)[\\/]public[\\/]/;
/** What the pages of bookings, of proposals, and their preview share. */
const BOOKING = /web[\\/]features[\\/]public[\\/](?:booking|proposal)[\\/]/;
/** Those that load later, without the dialog: it needs Radix, which the lightbox does not. */
const LATER = /web[\\/](?:app|features)[\\/]public[\\/](?!.*public-dialog)/;

const product: UserConfig = {
  root: 'web',
  resolve,
  plugins: [
    react(),
    tailwindcss(),
    locales(),
    fonts(),
    pages(),
    operatorPhotos(),
    firstScriptLimits(),
    browserFloors(),
    inlineParts(),
    pageMarkup(resolve.alias),
    serviceWorker(),
    galleryWorker(),
    quietPseudoElements(),
  ],
  build: {
    outDir: '../.build/web',
    emptyOutDir: true,
    target: SYNTAX_TARGET,
    // The page's footer and the settings link to it; fonts have their licences beside them.
    license: { fileName: 'licences.txt' },
    // Chrome and Firefox of the target preload modules; Safari 16.4 does without.
    modulePreload: { polyfill: false },
    // Kilobytes: the back office has two large chunks, which its service worker keeps. The public pages have a limit of
    // their own (publicScriptLimit).
    chunkSizeWarningLimit: 1100,
    // The CSP refuses data: URLs, to which assets would be inlined, for fonts and styles.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: {
        public: at('web/index.html'),
        'sign-in': at('web/sign-in.html'),
        'back-office': at('web/app.html'),
        site: at('web/site.html'),
      },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', priority: 1, test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: pageChunk, debugName: 'page', test: PUBLIC, minShareCount: 2 },
            { name: 'booking-parts', test: BOOKING, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'later-parts', test: LATER, minShareCount: 2, includeDependenciesRecursively: false },
            // Excludes <Trans>, which only the back office uses: 4 KB of the public pages' first script.
            {
              name: 'i18n',
              priority: 1,
              test: /node_modules[\\/](i18next|react-i18next|i18next-[a-z-]+)[\\/](?!.*[\\/]Trans)/,
            },
            {
              name: signInChunk,
              debugName: 'sign-in',
              priority: 1,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // Only the screens that edit texts load it, though several of them have it.
            { name: 'text-editor', priority: 1, test: /node_modules[\\/](@tiptap|prosemirror-)/ },
            { name: sharedChunk, debugName: 'shared', minShareCount: 2, includeDependenciesRecursively: false },
            { name: officeChunk, debugName: 'office', minShareCount: 2, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
};

/** The component page for developers, `npm run design`: not part of the product. */
const designPage: UserConfig = {
  root: 'web',
  resolve,
  plugins: [react(), tailwindcss(), locales({ withDesign: true })],
  build: {
    outDir: '../.build/design',
    emptyOutDir: true,
    target: SYNTAX_TARGET,
    rolldownOptions: { input: at('web/design.html') },
  },
};

/** Drops a warning of Lightning CSS: it passes on `::scroll-button` unchanged, which it does not know yet. */
function quietPseudoElements(): Plugin {
  return {
    name: 'quiet-pseudo-elements',
    configResolved({ logger }) {
      const warn = logger.warn.bind(logger);
      logger.warn = (message, options) => {
        if (!message.includes("'scroll-button' is not recognized")) warn(message, options);
      };
    },
  };
}

/** Selects the HTML document of a URL in `vite dev` and `vite preview`, as the page function does elsewhere. */
function pages(): Plugin {
  const rewrite = (request: { url?: string | undefined }, _response: unknown, next: () => void) => {
    const signIn = /^\/(login|reset-password|app\/(auth|join))(\/[^.]*)?(\?|$)/;
    const backOffice = /^\/(app)(\/[^.]*)?(\?|$)/;
    if (request.url && signIn.test(request.url)) request.url = '/sign-in.html';
    else if (request.url && backOffice.test(request.url)) request.url = '/app.html';
    next();
  };
  return {
    name: 'pages',
    configureServer: (server) => void server.middlewares.use(rewrite),
    configurePreviewServer: (server) => void server.middlewares.use(rewrite),
  };
}
