/*
 * Preloaded into zero-cache, as handoff.mjs.
 *
 * zero-cache copies what it knows of a window at each change of any studio, with the page's schema and the conditions of
 * all its queries, which it never changes in place. So this module adds to a module while it loads: the copy shares
 * those parts. A text without this line stays as it is.
 */
import { registerHooks } from 'node:module';

const MODULE = '/zero-cache/src/services/view-syncer/cvr.js';
const LINE = 'var CVRUpdater = class';

const copyEach = (values, copy) => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, copy(value)]));

/** Returns a copy of a client view record, whose clients, queries and their states can be changed. */
globalThis.copyView = (view) => ({
  ...view,
  clients: copyEach(view.clients, (client) => ({ ...client })),
  queries: copyEach(view.queries, (query) => ({
    ...query,
    ...(query.clientState && { clientState: { ...query.clientState } }),
  })),
});

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith(MODULE)) return loaded;
    const source = Buffer.from(loaded.source).toString();
    return { ...loaded, source: source.replace(LINE, `const structuredClone = copyView; ${LINE}`) };
  },
});
