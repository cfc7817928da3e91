import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { OFFICE_CHUNKS } from './chunks.ts';
import { at } from './paths.ts';

/** Bytes of the public page's first script, gzipped: 115 KiB (docs/decisions/bars.md, bar 12). */
const PUBLIC_SCRIPT_LIMIT = 115 * 1024;

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
export function publicScriptLimit(): Plugin {
  return {
    name: 'public-script-limit',
    generateBundle: {
      // After Vite has added the list of lazy chunks' dependencies.
      order: 'post',
      handler(_options, bundle) {
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
    },
  };
}

/**
 * Writes the stylesheet and theme script of the public pages into their document: on a slow line each would delay the
 * first paint by a round trip. The page function allows both by their hashes (functions/page/inline-styles.ts). Fails the build
 * if a module of these pages has its classes outside of the sources of `public.css`.
 */
export function publicStyles(): Plugin {
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
