import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { at } from './paths.ts';

/** The renderer behind `renderToString`, which package exports reach only together with the streaming one. */
const REACT_STRING_RENDERER = 'node_modules/react-dom/cjs/react-dom-server-legacy.node.production.js';

/**
 * Builds `page-markup.mjs`, with which the page function renders public pages, beside the documents.
 * @param alias the product's
 */
export function pageMarkup(alias: Record<string, string>): Plugin {
  return {
    name: 'page-markup',
    apply: 'build',
    closeBundle: async () => {
      await build({
        configFile: false,
        root: 'web',
        logLevel: 'warn',
        // `react-dom/server` also contains the streaming renderer, a tenth of the page function's zip.
        resolve: { alias: { ...alias, 'react-dom/server': at(REACT_STRING_RENDERER) } },
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
              /\/(auth-client|deferred-chunk|downloads|landing-consent|live-gallery|office|proofing-part|send-contact|visitor-live)\.tsx?$/,
            output: { entryFileNames: 'page-markup.mjs', codeSplitting: false },
          },
        },
      });
    },
  };
}
