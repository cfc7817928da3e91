import type { Plugin, Rolldown } from 'vite';
import { BROWSER_FLOORS, FLOOR_PROBES, type PageKind } from '../../core/domain/values/browser-floors.ts';
import { apisAbove, findNewApis } from './new-apis.ts';

interface Exception {
  /** Part of the module's path. */
  in: string;
  api: string;
  reason: string;
}

/** New APIs that a module uses only where the browser has them. */
const GUARDED_APIS: readonly Exception[] = [
  { in: '/react-dom/', api: 'Document.startViewTransition', reason: 'its error is caught; no screen has transitions' },
  { in: '/react-router/', api: 'Document.startViewTransition', reason: 'asks `typeof`; no link asks for transitions' },
  { in: '/react-focus-scope/', api: 'Element.checkVisibility', reason: 'asks `typeof`, else reads computed styles' },
  { in: '/zod/v4/core/', api: 'URL.canParse', reason: 'asks `typeof`, else constructs the URL' },
  { in: '/posthog-js/', api: 'PerformanceEventTiming', reason: 'asks `globalThis` for it, else measures nothing' },
  { in: '/auth-js/', api: 'PublicKeyCredential.parseCreationOptionsFromJSON', reason: 'asks `typeof`, else decodes' },
  { in: '/auth-js/', api: 'PublicKeyCredential.parseRequestOptionsFromJSON', reason: 'asks `typeof`, else decodes' },
  { in: '/zero/out/shared/src/iterables.js', api: 'Iterator.from', reason: 'asks `Iterator?.from`, else wraps' },
  { in: '/zero/out/shared/src/map.js', api: 'WeakMap.getOrInsert', reason: 'asks `typeof`, else gets and sets' },
  {
    in: '/zero/out/shared/src/map.js',
    api: 'WeakMap.getOrInsertComputed',
    reason: 'asks `typeof`, else gets and sets',
  },
  { in: '/fflate/', api: 'Error.captureStackTrace', reason: 'asks for it, else keeps the stack' },
  { in: '/temporal-polyfill/', api: 'Intl.DurationFormat', reason: 'asks for it; nothing of ours shows durations so' },
  { in: '/prosemirror-view/', api: 'Document.caretPositionFromPoint', reason: 'asks for it, else measures ranges' },
  { in: '/prosemirror-view/', api: 'Document.caretRangeFromPoint', reason: 'asks for it, else measures ranges' },
  { in: '/prosemirror-view/', api: 'Selection.getComposedRanges', reason: 'asks for it, else reads the selection' },
];

/** Methods of libraries and of ours that share a new API's name. */
const FOREIGN_METHODS: readonly Exception[] = [
  { in: '/web/', api: 'Response.bytes', reason: '`bytes` of `Format`, a size in words' },
  { in: '/zero/out/', api: 'Set.union', reason: '`union` of the validator valita' },
  { in: '/zero/out/zero-protocol/src/ast.js', api: 'CSSContainerRule.conditions', reason: 'a parameter of that name' },
  {
    in: '/zero/out/replicache/src/scan-iterator.js',
    api: 'Iterator.toArray',
    reason: "a method of Zero's own iterator",
  },
  { in: '/@tiptap/', api: 'HTMLButtonElement.command', reason: "`command` of the editor's chain" },
];

/** Entries of each kind of page, as `rolldownOptions.input` names them. */
const ENTRIES: Readonly<Record<PageKind, readonly string[]>> = {
  public: ['public', 'site'],
  office: ['back-office', 'sign-in'],
};

/** Browsers of `build.target`: syntax is lowered to the lower of the floors. */
export const SYNTAX_TARGET = Object.entries(BROWSER_FLOORS.public).map(([engine, version]) => engine + version);

/** Pages with scripts of the two kinds; a studio's website works without. */
const DOCUMENTS: Readonly<Record<string, PageKind>> = {
  '/index.html': 'public',
  '/app.html': 'office',
  '/sign-in.html': 'office',
};

/**
 * Fails the build if scripts of a page use an API or syntax that a browser of the page's floor lacks.
 * Writes into the documents what their browsers must have.
 */
export function browserFloors(): Plugin {
  return {
    name: 'browser-floors',
    transformIndexHtml: (html, { path }) => {
      const kind = DOCUMENTS[path];
      return kind
        ? html.replace('name="needs" content=""', `name="needs" content="${FLOOR_PROBES[kind].join(' ')}"`)
        : html;
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const used = new Set<string>();
        const problems = newApisOf(bundle, used);
        if (problems.length > 0) this.error(`Newer than the browsers of ${problems.join('; ')}`);
        const unused = [...GUARDED_APIS, ...FOREIGN_METHODS].filter(({ api, in: path }) => !used.has(`${path} ${api}`));
        if (unused.length > 0) this.error(`No module needs ${unused.map((one) => `${one.in}: ${one.api}`).join(', ')}`);
      },
    },
  };
}

/**
 * Returns uses of new APIs in the chunks that the entries load, now or later, as "public pages: Map.groupBy in …".
 * @param used gets the exceptions that apply, as "path API"
 */
export function newApisOf(bundle: Rolldown.OutputBundle, used = new Set<string>()): string[] {
  const problems = (Object.keys(ENTRIES) as PageKind[]).flatMap((kind) => {
    const apis = apisAbove(BROWSER_FLOORS[kind]);
    return chunksOf(bundle, ENTRIES[kind]).flatMap((chunk) => {
      const inChunk = findNewApis(chunk.code, apis);
      // Modules still have the names of members and packages; a global is a module's own until the chunk has it too.
      const inModules = Object.entries(chunk.modules).flatMap(([id, { code }]) =>
        [...findNewApis(code ?? '', apis)]
          .filter((api) => !apis.syntax.has(api) && (!apis.globals.has(api) || inChunk.has(api)))
          .filter((api) => !isExcepted(id, api, used))
          .map((api) => ({ api, id })),
      );
      // `build.target` lowers syntax in chunks.
      const inSyntax = [...inChunk].filter((api) => apis.syntax.has(api)).map((api) => ({ api, id: chunk.fileName }));
      return [...inModules, ...inSyntax].map(({ api, id }) => `${kind} pages: ${api} in ${id}`);
    });
  });
  return [...new Set(problems)];
}

function isExcepted(id: string, api: string, used: Set<string>): boolean {
  const own = [...GUARDED_APIS, ...FOREIGN_METHODS].filter((one) => one.api === api && id.includes(one.in));
  for (const one of own) used.add(`${one.in} ${api}`);
  return own.length > 0;
}

/** Chunks that entries import, statically or dynamically. */
function chunksOf(bundle: Rolldown.OutputBundle, entries: readonly string[]): Rolldown.OutputChunk[] {
  const chunks = new Map(
    Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
  );
  const roots = [...chunks.values()].filter(({ isEntry, name }) => isEntry && entries.includes(name));
  if (roots.length !== entries.length) throw new Error(`The bundle lacks an entry of ${entries.join(', ')}`);
  const seen = new Set(roots);
  for (const { imports, dynamicImports } of seen)
    for (const name of [...imports, ...dynamicImports]) {
      const chunk = chunks.get(name);
      if (chunk) seen.add(chunk);
    }
  return [...seen];
}
