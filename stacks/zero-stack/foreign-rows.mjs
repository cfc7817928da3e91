/*
 * Preloaded into zero-cache, as handoff.mjs.
 *
 * Each open window reads every row that any studio has changed, although its queries demand their own studio in all
 * their parts (functions/zero/account-fence.ts). The key of a changed row has its studio (publish_to_zero), and that of
 * a row in Zero's own tables its client group, so this module adds to two modules while they load: a window whose
 * queries all demand one studio passes over keys of others before it reads their rows. Tables with neither are read as
 * before. A text without these lines stays as it is, and ALBUMEN_READ_FOREIGN_ROWS=1 leaves this module without effect.
 */
import { registerHooks } from 'node:module';

/** Zero's own tables, whose names have its schema. */
const isOfZero = (table) => table.includes('.');

/** Column of the studio in a table, or of the client group in one of Zero's. */
const columnOf = (table) => (isOfZero(table) ? 'clientGroupID' : table === 'accounts' ? 'id' : 'account_id');

/** Studios or client groups that the parts of a query demand; undefined for a part that demands none. */
function* ownersOf({ table, where, related = [] }) {
  const demands = where?.type === 'and' ? where.conditions : [where];
  const own = demands.find(
    (one) =>
      one?.type === 'simple' && one.op === '=' && one.left.name === columnOf(table) && one.right.type === 'literal',
  );
  yield own?.right.value;
  for (const { subquery } of related) yield* ownersOf(subquery);
  yield* ownersWithin(where);
}

function* ownersWithin(condition) {
  if (condition?.type === 'correlatedSubquery') yield* ownersOf(condition.related.subquery);
  for (const one of condition?.conditions ?? []) yield* ownersWithin(one);
}

/** The one value of an iterable; null if there are several or none. */
function single(values) {
  const [first = null, ...others] = new Set(values);
  return others.length === 0 ? first : null;
}

/** The studio or client group that all parts of a query demand; null if there is no such one. */
const known = new WeakMap();
function ownerOf(ast) {
  if (!known.has(ast)) known.set(ast, single(ownersOf(ast)));
  return known.get(ast);
}

/** Returns whether a window with these queries need not read a changed row. */
function foreignRows(queries, noteForeign) {
  const asts = Array.from(queries, ({ transformedAst }) => transformedAst);
  const ownerAmong = (zero) => single(asts.filter(({ table }) => isOfZero(table) === zero).map(ownerOf));
  const [studio, group] = [ownerAmong(false), ownerAmong(true)];
  return (table, rowKey) => {
    const own = isOfZero(table) ? group : studio;
    const theirs = rowKey?.[columnOf(table)];
    if (own === null || theirs === undefined || theirs === own) return false;
    noteForeign();
    return true;
  };
}

/** By the end of a module's address: a line of its text, and what is added before it. */
const ADDITIONS = {
  '/zero-cache/src/services/view-syncer/pipeline-driver.js': {
    'this.#lc.debug?.(`starting pipeline advancement':
      'diff.isForeign = foreignRows(this.#pipelines.values(), () => this.#advanceContext.pos++);',
  },
  '/zero-cache/src/services/view-syncer/snapshotter.js': {
    'if (op === "r") throw': 'if (this.isForeign?.(table, rowKey)) continue;',
  },
};

if (process.env.ALBUMEN_READ_FOREIGN_ROWS !== '1') {
  globalThis.foreignRows = foreignRows;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const [, additions] = Object.entries(ADDITIONS).find(([module]) => url.endsWith(module)) ?? [];
      if (!additions) return loaded;
      let source = Buffer.from(loaded.source).toString();
      for (const [line, addition] of Object.entries(additions)) source = source.replace(line, `${addition} ${line}`);
      return { ...loaded, source };
    },
  });
}
