import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { ACCOUNT_PATHS, SECTION_PATHS } from '../app/section-paths.ts';
import { AUTH_CLIENT, OFFICE_CHUNKS } from './chunks.ts';
import { at } from './paths.ts';

/** Bytes of the first script of an entry, gzipped (docs/decisions/bars.md, bars 12 and 17). */
const SCRIPT_LIMITS = { public: 115 * 1024, 'sign-in': 110 * 1024 } as const;

type Entry = keyof typeof SCRIPT_LIMITS;

/** What a photo that is tapped first waits for, beside the first script; bytes, gzipped. */
const LIGHTBOX = { module: 'web/features/public/gallery/deferred-chunk.ts', limit: 48 * 1024 } as const;

/** Most scripts that the back office's document requests: on a slow line, six at a time take half a second. */
const MAX_OFFICE_SCRIPTS = 14;

/** Returns the chunks that a module's chunk imports, and itself: statically, or all of them. */
function chunksFrom(bundle: Rolldown.OutputBundle, first: Rolldown.OutputChunk, imports: 'static' | 'all'): string[] {
  const seen = new Set<string>();
  const visit = (fileName: string) => {
    const chunk = bundle[fileName];
    if (chunk?.type !== 'chunk' || seen.has(fileName)) return;
    seen.add(fileName);
    chunk.imports.forEach(visit);
    if (imports === 'all') chunk.dynamicImports.forEach(visit);
  };
  visit(first.fileName);
  return [...seen];
}

function zipped(bundle: Rolldown.OutputBundle, name: string): number {
  const chunk = bundle[name];
  return chunk?.type === 'chunk' ? gzipSync(chunk.code).byteLength : 0;
}

/** Returns the chunks of an entry. */
function entryChunks(bundle: Rolldown.OutputBundle, entry: Entry | 'back-office', imports: 'static' | 'all'): string[] {
  const first = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry && file.name === entry);
  if (first?.type !== 'chunk') throw new Error(`The bundle has no entry ${entry}`);
  return chunksFrom(bundle, first, imports);
}

/** Returns the chunk that a module was imported as. */
function chunkOf(bundle: Rolldown.OutputBundle, path: string): Rolldown.OutputChunk {
  const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId === at(path));
  if (chunk?.type !== 'chunk') throw new Error(`The bundle has no chunk of ${path}`);
  return chunk;
}

/**
 * Fails the build if an entry with its static imports or the lightbox exceeds its limit, if an entry has chunks of the
 * back office, or if that begins with too many scripts.
 */
export function firstScriptLimits(): Plugin {
  return {
    name: 'first-script-limits',
    generateBundle: {
      // After Vite has added the list of lazy chunks' dependencies.
      order: 'post',
      handler(_options, bundle) {
        for (const [entry, limit] of Object.entries(SCRIPT_LIMITS) as [Entry, number][]) {
          const first = entryChunks(bundle, entry, 'static');
          const sizes = first.map((name) => ({ name, bytes: zipped(bundle, name) }));
          const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
          const list = sizes.map(({ name, bytes }) => `${name} ${bytes}`).join(', ');
          if (total > limit) this.error(`first script of ${entry}: ${total} B gzip > ${limit}: ${list}`);
          // The sign-in page loads the back office after its form and the client that sends it.
          const never =
            entry === 'public'
              ? entryChunks(bundle, entry, 'all')
              : [...first, ...chunksFrom(bundle, chunkOf(bundle, `web/${AUTH_CLIENT}`), 'static')];
          const foreign = never.filter((file) => OFFICE_CHUNKS.some((name) => bundle[file]?.name === name));
          if (foreign.length > 0) this.error(`${entry} loads chunks of the back office: ${foreign.join(', ')}`);
          this.info(`first script of ${entry}: ${total} B gzip: ${list}`);
        }
        const present = entryChunks(bundle, 'public', 'static');
        const later = chunksFrom(bundle, chunkOf(bundle, LIGHTBOX.module), 'static').filter(
          (one) => !present.includes(one),
        );
        const tapped = later.reduce((sum, name) => sum + zipped(bundle, name), 0);
        if (tapped > LIGHTBOX.limit)
          this.error(`the lightbox: ${tapped} B gzip > ${LIGHTBOX.limit}: ${later.join(', ')}`);
        this.info(`the lightbox: ${tapped} B gzip: ${later.join(', ')}`);
        const office = entryChunks(bundle, 'back-office', 'static');
        if (office.length > MAX_OFFICE_SCRIPTS)
          this.error(
            `the back office begins with ${office.length} scripts > ${MAX_OFFICE_SCRIPTS}: ${office.join(', ')}`,
          );
      },
    },
  };
}

/** Stylesheets that are part of their documents, and what of the entry they style. */
const INLINE_STYLES: Readonly<Record<Entry, { sheet: string; imports: 'static' | 'all' }>> = {
  public: { sheet: 'public.css', imports: 'all' },
  'sign-in': { sheet: 'sign-in.css', imports: 'static' },
};

const INLINE_DOCUMENTS = ['/index.html', '/site.html', '/sign-in.html'];

/**
 * Writes stylesheet and theme script of pages that people wait for into their documents: on a slow line each would delay
 * the first paint by a round trip. The page function allows both by their hashes (functions/page/inline-styles.ts). Fails
 * the build if a module of these pages has its classes outside of the sources of the stylesheet.
 */
export function inlineParts(): Plugin {
  const styled = ['app', 'components', 'features'].map((room) => at(`web/${room}/`));
  return {
    name: 'inline-parts',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const [entry, { sheet, imports }] of Object.entries(INLINE_STYLES) as [
        Entry,
        { sheet: string; imports: 'static' | 'all' },
      ][]) {
        const css = readFileSync(at(`web/styles/${sheet}`), 'utf8');
        const sources = [...css.matchAll(/@source '([^']+)'/g)].map(([, path]) => at(`web/styles/${path}`));
        const modules = entryChunks(bundle, entry, imports).flatMap((name) => {
          const chunk = bundle[name];
          return chunk?.type === 'chunk' ? chunk.moduleIds : [];
        });
        const missing = modules.filter(
          (id) => id.endsWith('.tsx') && styled.some((room) => id.startsWith(room)) && !sources.some(contains(id)),
        );
        if (missing.length > 0) this.error(`web/styles/${sheet} has no @source with ${missing.join(', ')}`);
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path, bundle }) => {
        if (!bundle) return html;
        const themed = html
          .replace('<script src="/theme.js"></script>', () => inlineScript('web/public/theme.js'))
          .replace('<!--sections-->', () => sectionChunks(bundle))
          .replace('<!--session-->', () => inlineScript('web/build/session-document.js'))
          .replace('<!--office-->', () => `<template id="office">${officeLinks(bundle).join('')}</template>`);
        if (!INLINE_DOCUMENTS.includes(path)) return themed;
        return themed.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (_link, name: string) => {
          const sheet = bundle[name];
          if (sheet?.type !== 'asset') throw new Error(`The stylesheet ${name} is not in the bundle`);
          const isShared = Object.values(bundle).some(
            (file) => file.type === 'chunk' && !file.isEntry && file.viteMetadata?.importedCss.has(name),
          );
          if (isShared) throw new Error(`The stylesheet ${name} is also part of another page`);
          const styles = String(sheet.source).trim();
          return `<style>${withDeviceScheme(styles, path === '/site.html' ? '' : '(scripting:none) and ')}</style>`;
        });
      },
    },
  };
}

function inlineScript(path: string): string {
  return `<script>${readFileSync(at(path), 'utf8')
    .replace(/^\s*\/\/.*\n/gm, '')
    .trim()}</script>`;
}

/**
 * Returns the links by which the sign-in page loads the back office while the person types: scripts with their imports,
 * so that none waits for another, and the stylesheet.
 */
function officeLinks(bundle: Rolldown.OutputBundle): string[] {
  const office = chunkOf(bundle, 'web/app/office.tsx');
  const present = new Set(entryChunks(bundle, 'sign-in', 'static'));
  const scripts = chunksFrom(bundle, office, 'static').filter((name) => !present.has(name));
  const sheets = scripts.flatMap((name) => {
    const chunk = bundle[name];
    return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : [];
  });
  return [
    ...scripts.map((name) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${name}">`),
    ...sheets.map((name) => `<link rel="prefetch" as="style" href="/${name}">`),
  ];
}

/**
 * Returns the chunks of the back office's sections, those with the longest paths first: the document loads those of its
 * path beside the first script, which would ask for them once it has run (session-document.js).
 */
function sectionChunks(bundle: Rolldown.OutputBundle): string {
  const present = new Set(chunksFrom(bundle, chunkOf(bundle, 'web/app/office.tsx'), 'static'));
  const screens = [
    ...Object.entries(SECTION_PATHS).map(([name, prefixes]) => [`web/app/routes/${name}.tsx`, prefixes] as const),
    ['web/app/account-screens.tsx', ACCOUNT_PATHS] as const,
  ];
  const sections = screens.flatMap(([path, prefixes]) => {
    const own = chunksFrom(bundle, chunkOf(bundle, path), 'static').filter((one) => !present.has(one));
    return prefixes.map((prefix) => [prefix, own] as const);
  });
  const sorted = sections.toSorted(([a], [b]) => b.length - a.length);
  return `<script type="application/json" id="sections">${JSON.stringify(sorted)}</script>`;
}

/**
 * Lets the device choose the scheme of websites, which have no script that does, and of other pages without scripting:
 * adds the rules of `data-theme="dark"` for documents without this attribute. Previews set it.
 * @param where condition of the media query, before that of the scheme
 */
export function withDeviceScheme(css: string, where: string): string {
  // The minifier may have joined equal rules.
  const dark = [...css.matchAll(/([^{}]*)\{([^{}]*)\}/g)]
    .filter(([, selectors]) => selectors!.split(',').includes('[data-theme=dark]'))
    .map(([, , rules]) => rules);
  if (dark.length === 0) throw new Error('The styles have no dark scheme');
  return `${css}@media ${where}(prefers-color-scheme:dark){:root:not([data-theme]){${dark.join(';')}}}`;
}

const contains = (file: string) => (source: string) => file === source || file.startsWith(`${source}/`);
