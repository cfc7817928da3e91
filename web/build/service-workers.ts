import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { generateSW } from 'workbox-build';
import { NAMESPACES } from '../app/namespaces.ts';
import { at } from './paths.ts';

/**
 * Lets the back office start offline: precaches its scripts, styles and texts, and caches its HTML at run time, since
 * the page function writes the configuration into it. Responses of `/api` are never cached.
 */
export function serviceWorker() {
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
        'slideshow-bar',
        'compare',
        'lazy-pages',
        'booking-route',
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
            plugins: [
              {
                // One HTML document serves every path below /app; web/app/service-worker.ts stores the first copy.
                cacheKeyWillBeUsed: () => Promise.resolve('/app'),
                // But sign-in page and invitations, which are other documents.
                cacheWillUpdate: ({ request, response }) =>
                  Promise.resolve(
                    response.ok && !/^\/app\/(auth|join)(\/|$)/.test(new URL(request.url).pathname) ? response : null,
                  ),
              },
            ],
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
export function galleryWorker(): Plugin {
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
