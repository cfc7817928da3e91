/*
 * Preloaded into zero-cache, as handoff.mjs.
 *
 * Each open window reads every row that any studio has changed, although its queries demand their own studio in all
 * their parts (functions/zero/account-fence.ts). The key of a changed row has its studio (publish_to_zero), so this
 * module adds to two modules while they load: a window whose queries all demand one studio passes over keys of others
 * before it reads their rows. Tables without a studio are read as before. A text without these lines stays as it is,
 * and ALBUMEN_READ_FOREIGN_ROWS=1 leaves this module without effect.
 */
import { registerHooks } from 'node:module';

/** Column of a table's studio. */
const columnOf = (table) => (table === 'accounts' ? 'id' : 'account_id');

/** Studios that the parts of a query demand; undefined for a part that demands none. */
function* studiosOf({ table, where, related = [] }) {
  const demands = where?.type === 'and' ? where.conditions : [where];
  const own = demands.find(
    (one) =>
      one?.type === 'simple' && one.op === '=' && one.left.name === columnOf(table) && one.right.type === 'literal',
  );
  yield own?.right.value;
  for (const { subquery } of related) yield* studiosOf(subquery);
  yield* studiosWithin(where);
}

function* studiosWithin(condition) {
  if (condition?.type === 'correlatedSubquery') yield* studiosOf(condition.related.subquery);
  for (const one of condition?.conditions ?? []) yield* studiosWithin(one);
}

/** The studio that all parts of a query demand; null if there is no such one. */
const known = new WeakMap();
function studioOf(ast) {
  if (!known.has(ast)) {
    const studios = [...new Set(studiosOf(ast))];
    known.set(ast, studios.length === 1 ? (studios[0] ?? null) : null);
  }
  return known.get(ast);
}

/**
 * Returns whether a window with these queries need not read a changed row. Zero's queries of its own tables, whose names
 * have its schema, demand no studio, and their rows have none.
 */
function foreignRows(queries, noteForeign) {
  const studios = new Set();
  for (const { transformedAst } of queries) {
    if (!transformedAst.table.includes('.')) studios.add(studioOf(transformedAst));
  }
  const [studio] = studios;
  if (studios.size !== 1 || studio === null) return undefined;
  return (table, rowKey) => {
    const theirs = rowKey?.[columnOf(table)];
    if (theirs === undefined || theirs === studio) return false;
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
