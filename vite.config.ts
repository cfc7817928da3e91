import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { generateSW } from 'workbox-build';
import { FONT_CATALOGUE } from './core/domain/font-faces.ts';
import { LANGUAGES } from './core/domain/languages.ts';
import { NAMESPACES, TEXTS_FILE } from './web/app/namespaces.ts';
import { OFFICE_CHUNKS, officeChunk } from './web/build/chunks.ts';

const localesDir = fileURLToPath(new URL('locales/', import.meta.url));
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Bytes of the public page's first script, gzipped: 115 KiB, as tests/bench measures (design/quality.md, bar 12). */
const PUBLIC_SCRIPT_LIMIT = 115 * 1024;

/** The renderer behind `renderToString`, which package exports reach only together with the streaming one. */
const REACT_STRING_RENDERER = 'node_modules/react-dom/cjs/react-dom-server-legacy.node.production.js';

export default defineConfig(({ mode }) => (mode === 'design' ? designPage : product));

/** Radix's scroll lock without style elements, which the content security policy refuses. */
const resolve = { alias: { 'react-style-singleton': at('web/lib/style-singleton.ts') } };

const product: UserConfig = {
  root: 'web',
  resolve,
  plugins: [
    react(),
    tailwindcss(),
    locales(),
    fonts(),
    pages(),
    publicScriptLimit(),
    publicStyles(),
    pageMarkup(),
    serviceWorker(),
    galleryWorker(),
  ],
  build: {
    outDir: '../.build/web',
    emptyOutDir: true,
    target: 'es2022',
    // The page's footer and the settings link to it; fonts have their licences beside them.
    license: { fileName: 'licences.txt' },
    // Every browser with es2022 supports modulepreload.
    modulePreload: { polyfill: false },
    // The CSP refuses data: URLs, to which assets would be inlined, for fonts and styles.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { public: at('web/index.html'), 'back-office': at('web/app.html'), site: at('web/site.html') },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', priority: 1, test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            // One chunk instead of a dozen for code shared by the gallery page and its lazy chunks.
            { name: 'page-parts', test: /web[\\/]features[\\/]public[\\/]/, minShareCount: 2 },
            // Excludes <Trans>, which only the back office uses: 4 KB of the public pages' first script.
            {
              name: 'i18n',
              priority: 1,
              test: /node_modules[\\/](i18next|react-i18next|i18next-[a-z-]+)[\\/](?!.*[\\/]Trans)/,
            },
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
    target: 'es2022',
    rolldownOptions: { input: at('web/design.html') },
  },
};

/**
 * Serves and emits `locales/{lng}/{ns}.json` at `/locales/…`, the path of the spec's §7, and all texts of the back office
 * in one file of each language; `design` only for its page.
 */
function locales({ withDesign = false } = {}): Plugin {
  const files = readdirSync(localesDir, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  const read = (file: string) => JSON.parse(readFileSync(localesDir + file, 'utf8')) as unknown;
  const joined = (language: string) =>
    Object.fromEntries(NAMESPACES.map((name) => [name, read(`${language}/${name}.json`)]));
  const sources = new Map<string, () => unknown>([
    ...files.map((file) => [file, () => read(file)] as const),
    ...LANGUAGES.map((language) => [`${language}/${TEXTS_FILE}.json`, () => joined(language)] as const),
  ]);
  return {
    name: 'locales',
    configureServer: (server) => {
      server.middlewares.use('/locales', (request, response, next) => {
        const texts = sources.get(request.url?.split('?')[0]?.slice(1) ?? '');
        if (!texts) return next();
        response.setHeader('content-type', 'application/json; charset=utf-8');
        response.end(JSON.stringify(texts()));
      });
    },
    generateBundle() {
      for (const [file, texts] of sources) {
        // Reprinted without white space to save bytes.
        if (withDesign || !file.endsWith('design.json'))
          this.emitFile({ type: 'asset', fileName: `locales/${file}`, source: JSON.stringify(texts()) });
      }
    },
  };
}

/** Serves and emits the files of the fonts that studios can choose, with their licences. */
function fonts(): Plugin {
  const files = new Map(
    FONT_CATALOGUE.flatMap(({ files }) => [
      ...files.map(({ url, source }) => [url, at(source)] as const),
      ...files.map(({ url, source }) => [licenceOf(url), at(source.replace(/files\/[^/]+$/, 'LICENSE'))] as const),
    ]),
  );
  return {
    name: 'fonts',
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => {
        const file = files.get(request.url?.split('?')[0] ?? '');
        if (!file) return next();
        response.setHeader('content-type', 'font/woff2');
        response.end(readFileSync(file));
      });
    },
    generateBundle() {
      for (const [url, file] of files) {
        this.emitFile({ type: 'asset', fileName: url.slice(1), source: readFileSync(file) });
      }
    },
  };
}

/** The licence of a font's file beside it, one for each family. */
function licenceOf(url: string): string {
  return url.replace(/-latin.*$/, '-licence.txt');
}

/** Builds `page-markup.mjs`, with which the page function renders public pages, beside the documents. */
function pageMarkup(): Plugin {
  return {
    name: 'page-markup',
    apply: 'build',
    closeBundle: async () => {
      await build({
        configFile: false,
        root: 'web',
        logLevel: 'warn',
        // `react-dom/server` also contains the streaming renderer, a tenth of the page function's zip.
        resolve: { alias: { ...resolve.alias, 'react-dom/server': at(REACT_STRING_RENDERER) } },
        plugins: [react()],
        // Builds for servers keep this variable, and React's development version with it.
        define: { 'process.env.NODE_ENV': '"production"' },
        // One file: the page function's bundle has no packages.
        ssr: { noExternal: true },
        build: {
          ssr: at('web/app/page-markup.tsx'),
          outDir: '../.build/web',
          emptyOutDir: false,
          copyPublicDir: false,
          target: 'node24',
          minify: true,
          // The same URLs of pictures as the page's script has.
          assetsInlineLimit: 0,
          rolldownOptions: {
            // Parts that only a browser loads.
            external:
              /\/(deferred-chunk|downloads|landing-consent|live-gallery|proofing-part|send-contact|visitor-live)\.tsx?$/,
            output: { entryFileNames: 'page-markup.mjs', codeSplitting: false },
          },
        },
      });
    },
  };
}

/** Selects the HTML document of a URL in `vite dev` and `vite preview`, as the page function does elsewhere. */
function pages(): Plugin {
  const rewrite = (request: { url?: string | undefined }, _response: unknown, next: () => void) => {
    const backOffice = /^\/(app|login|reset-password)(\/[^.]*)?(\?|$)/;
    if (request.url && backOffice.test(request.url)) request.url = '/app.html';
    next();
  };
  return {
    name: 'pages',
    configureServer: (server) => void server.middlewares.use(rewrite),
    configurePreviewServer: (server) => void server.middlewares.use(rewrite),
  };
}

/** Returns the chunks that the public entry imports: statically, or all of them. */
function publicChunks(bundle: Rolldown.OutputBundle, imports: 'static' | 'all'): string[] {
  const seen = new Set<string>();
  const visit = (fileName: string) => {
    const chunk = bundle[fileName];
    if (chunk?.type !== 'chunk' || seen.has(fileName)) return;
    seen.add(fileName);
    chunk.imports.forEach(visit);
    if (imports === 'all') chunk.dynamicImports.forEach(visit);
  };
  const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry && file.name === 'public');
  if (entry) visit(entry.fileName);
  return [...seen];
}

/** Fails the build if the public entry with its static imports exceeds the limit. */
function publicScriptLimit(): Plugin {
  return {
    name: 'public-script-limit',
    generateBundle(_options, bundle) {
      const sizes = publicChunks(bundle, 'static').map((name) => {
        const chunk = bundle[name];
        return { name, bytes: chunk?.type === 'chunk' ? gzipSync(chunk.code).byteLength : 0 };
      });
      const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
      const list = sizes.map(({ name, bytes }) => `${name} ${bytes}`).join(', ');
      if (total === 0) this.error('the public entry was not found in the bundle');
      if (total > PUBLIC_SCRIPT_LIMIT) this.error(`public script ${total} B gzip > ${PUBLIC_SCRIPT_LIMIT}: ${list}`);
      const foreign = publicChunks(bundle, 'all').filter((file) =>
        OFFICE_CHUNKS.some((name) => bundle[file]?.name === name),
      );
      if (foreign.length > 0) this.error(`the clients' pages load chunks of the back office: ${foreign.join(', ')}`);
      this.info(`public script ${total} B gzip: ${list}`);
    },
  };
}

/**
 * Writes the stylesheet and theme script of the public pages into their document: on a slow line each would delay the
 * first paint by a round trip. The page function allows both by their hashes (functions/page/render.ts). Fails the build
 * if a module of these pages has its classes outside of the sources of `public.css`.
 */
function publicStyles(): Plugin {
  const css = readFileSync(at('web/styles/public.css'), 'utf8');
  const sources = [...css.matchAll(/@source '([^']+)'/g)].map(([, path]) => at(`web/styles/${path}`));
  const styled = ['app', 'components', 'features'].map((room) => at(`web/${room}/`));
  return {
    name: 'public-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const name of publicChunks(bundle, 'all')) {
        const chunk = bundle[name];
        const missing = (chunk?.type === 'chunk' ? chunk.moduleIds : []).find(
          (id) => id.endsWith('.tsx') && styled.some((room) => id.startsWith(room)) && !sources.some(contains(id)),
        );
        if (missing) this.error(`web/styles/public.css has no @source with ${missing}`);
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path, bundle }) => {
        const isSite = path === '/site.html';
        if (!(isSite || path === '/index.html') || !bundle) return html;
        return html
          .replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (_link, name: string) => {
            const sheet = bundle[name];
            if (sheet?.type !== 'asset') throw new Error(`The stylesheet ${name} is not in the bundle`);
            const isShared = Object.values(bundle).some(
              (file) => file.type === 'chunk' && !file.isEntry && file.viteMetadata?.importedCss.has(name),
            );
            if (isShared) throw new Error(`The stylesheet ${name} is also part of another page`);
            const styles = String(sheet.source).trim();
            return `<style>${isSite ? withDeviceScheme(styles) : styles}</style>`;
          })
          .replace('<script src="/theme.js"></script>', () => {
            const script = readFileSync(at('web/public/theme.js'), 'utf8');
            return `<script>${script.replace(/^\s*\/\/.*\n/gm, '').trim()}</script>`;
          });
      },
    },
  };
}

/**
 * Lets the device choose the scheme of websites, which have no script that does: adds the rules of `data-theme="dark"`
 * for documents without this attribute. Previews set it.
 */
function withDeviceScheme(css: string): string {
  // The minifier may have joined equal rules.
  const dark = [...css.matchAll(/([^{}]*)\{([^{}]*)\}/g)]
    .filter(([, selectors]) => selectors!.split(',').includes('[data-theme=dark]'))
    .map(([, , rules]) => rules);
  if (dark.length === 0) throw new Error('The styles of websites have no dark scheme');
  return `${css}@media (prefers-color-scheme:dark){:root:not([data-theme]){${dark.join(';')}}}`;
}

const contains = (file: string) => (source: string) => file === source || file.startsWith(`${source}/`);

/**
 * Lets the back office start offline: precaches its scripts, styles and texts, and caches its HTML at run time, since
 * the page function writes the configuration into it. Responses of `/api` are never cached.
 */
function serviceWorker() {
  return VitePWA({
    strategies: 'generateSW',
    filename: 'sw.js',
    scope: '/app',
    injectRegister: false,
    manifest: false,
    workbox: {
      globPatterns: ['assets/**/*.{js,css,woff2}', 'locales/**/*.json', 'theme.js', 'icon.svg'],
      // Chunks that only the public pages load.
      globIgnores: [
        'public',
        'deferred-chunk',
        'downloads',
        'proofing-part',
        'lightbox-comments',
        'compare',
        'lazy-pages',
        'booking-entry',
        'send-contact',
        'landing-page',
        'developers-page',
      ]
        .map((name) => `assets/${name}-*`)
        // Texts that are also in the joined file, and fonts that studios can choose: 1.4 MB.
        .concat(`locales/*/{${NAMESPACES.join(',')}}.json`, 'assets/fonts/*'),
      // Names below assets/ contain a content hash.
      dontCacheBustURLsMatching: /^assets\//,
      // Without null, vite-plugin-pwa would answer every navigation with index.html, the public page.
      navigateFallback: null,
      cleanupOutdatedCaches: true,
      runtimeCaching: [
        {
          urlPattern: ({ request, url, sameOrigin }) =>
            sameOrigin && request.mode === 'navigate' && /^\/app(\/|$)/.test(url.pathname),
          handler: 'NetworkFirst',
          options: {
            cacheName: 'back-office-html',
            networkTimeoutSeconds: 4,
            // One HTML document serves every path below /app; web/app/back-office.tsx stores the first copy.
            plugins: [{ cacheKeyWillBeUsed: () => Promise.resolve('/app') }],
          },
        },
      ],
    },
  });
}

/**
 * Builds the service worker of clients' galleries: it precaches nothing and keeps what was seen, so that a gallery opens
 * again without a network. With a network, pages come from the server, which checks access. Pages that need a password
 * or an invitation have no content in their HTML and stay closed offline.
 */
function galleryWorker(): Plugin {
  const kept = (cacheName: string, maxEntries: number) => ({
    cacheName,
    cacheableResponse: { statuses: [200] },
    expiration: { maxEntries, maxAgeSeconds: 30 * 24 * 3600, purgeOnQuotaError: true },
  });
  return {
    name: 'gallery-worker',
    apply: 'build',
    closeBundle: async () => {
      await generateSW({
        swDest: at('.build/web/gallery-sw.js'),
        inlineWorkboxRuntime: true,
        sourcemap: false,
        // Missing where a studio's own script has run (functions/page/site-code.ts): then the worker cannot be registered.
        importScripts: ['/code/worker.js'],
        skipWaiting: true,
        clientsClaim: true,
        navigationPreload: true,
        runtimeCaching: [
          {
            urlPattern: ({ request, sameOrigin }) => sameOrigin && request.mode === 'navigate',
            handler: 'NetworkFirst',
            // The address of a gallery without its query, which only names a language or where the visitor came from.
            options: { ...kept('gallery-pages', 20), matchOptions: { ignoreSearch: true } },
          },
          { urlPattern: /\/(assets|api\/fonts)\//, handler: 'CacheFirst', options: kept('gallery-assets', 80) },
          {
            urlPattern: /\/(locales\/.*\.json|theme\.js|start\.js|icon\.svg)$/,
            handler: 'StaleWhileRevalidate',
            options: kept('gallery-texts', 20),
          },
          {
            urlPattern: /\/api\/images\/(?!token)/,
            handler: 'CacheFirst',
            // A copy in the browser's format suits every request of the same browser.
            options: { ...kept('gallery-images', 400), matchOptions: { ignoreVary: true } },
          },
        ],
      });
    },
  };
}
