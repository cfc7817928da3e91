// A window of one studio among three that change rows at random: prints what the window is sent, as a digest, and how
// many of the changed rows it reads for that.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const zero = new URL('../../../node_modules/@rocicorp/zero/out/', import.meta.url);
const load = (path) => import(new URL(path, zero));
const { PipelineDriver } = await load('zero-cache/src/services/view-syncer/pipeline-driver.js');
const { Snapshotter } = await load('zero-cache/src/services/view-syncer/snapshotter.js');
const { initReplicationState } = await load('zero-cache/src/services/replicator/schema/replication-state.js');
const { versionToLexi } = await load('zero-cache/src/types/lexi-version.js');
const { DatabaseStorage } = await load('zqlite/src/database-storage.js');
const { Database } = await load('zqlite/src/db.js');

const STUDIOS = ['a', 'b', 'c'];
const TRANSACTIONS = 400;
const log = { withContext: () => log };
const folder = mkdtempSync(join(tmpdir(), 'zero-foreign-rows-'));
const file = join(folder, 'replica.db');
const db = new Database(log, file);
db.pragma('journal_mode = wal2');
initReplicationState(db, ['all'], '00', {});

/** Columns by table, without the version of the row. */
const TABLES = {
  accounts: ['id', 'name'],
  customers: ['id', 'account_id', 'name', 'code'],
  galleries: ['id', 'account_id', 'name', 'customer_id'],
};
for (const [table, columns] of Object.entries(TABLES)) {
  const typed = columns.map((column) => `"${column}" "text|NOT_NULL"`);
  db.exec(`create table ${table} (${typed.join()}, _0_version "text|NOT_NULL");
    create unique index ${table}_pkey on ${table} (id);`);
  if (table !== 'accounts') db.exec(`create unique index ${table}_of_account on ${table} (account_id, id)`);
}
// A value that moves from one studio to another.
db.exec('create unique index customers_code on customers (code)');

// Random numbers of a seed: the same changes in each run.
let seed = 7;
const random = (below) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
};

let version = 0n;
function commit(changes) {
  const stateVersion = versionToLexi(++version);
  changes.forEach(({ table, key, row }, pos) => {
    db.prepare(`delete from ${table} where id = ?`).run(key.id);
    if (row) {
      const columns = [...TABLES[table], '_0_version'];
      const values = columns.map((column) => ({ ...row, _0_version: stateVersion })[column]);
      db.prepare(`insert or replace into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})`).run(
        values,
      );
    }
    db.prepare(
      `insert or replace into "_zero.changeLog2" (stateVersion, pos, "table", rowKey, op) values (?, ?, ?, ?, ?)`,
    ).run(stateVersion, pos, table, JSON.stringify(key), row ? 's' : 'd');
  });
  db.prepare('update "_zero.replicationState" set stateVersion = ?').run(stateVersion);
}
const keyOf = (table, id, studio) => (table === 'accounts' ? { id } : { account_id: studio, id });

commit(STUDIOS.map((id) => ({ table: 'accounts', key: { id }, row: { id, name: id } })));

const equals = (column, value) => ({
  type: 'simple',
  op: '=',
  left: { type: 'column', name: column },
  right: { type: 'literal', value },
});
const of = (table, rest = {}) => ({ table, where: equals('account_id', 'a'), orderBy: [['id', 'asc']], ...rest });
const customer = {
  system: 'client',
  correlation: { parentField: ['customer_id'], childField: ['id'] },
  subquery: of('customers', { alias: 'customer' }),
};
const galleries = {
  system: 'client',
  correlation: { parentField: ['id'], childField: ['customer_id'] },
  subquery: of('galleries', { alias: 'zsubq_galleries' }),
};
const QUERIES = [
  of('galleries', { related: [customer] }),
  of('galleries', {
    orderBy: [
      ['name', 'desc'],
      ['id', 'asc'],
    ],
    limit: 3,
  }),
  of('customers', {
    where: {
      type: 'and',
      conditions: [equals('account_id', 'a'), { type: 'correlatedSubquery', op: 'EXISTS', related: galleries }],
    },
  }),
  { table: 'accounts', where: equals('id', 'a'), orderBy: [['id', 'asc']] },
];

const tables = Object.fromEntries(
  Object.entries(TABLES).map(([table, columns]) => [
    table,
    { columns: Object.fromEntries(columns.map((column) => [column, { type: 'string' }])), primaryKey: ['id'] },
  ]),
);
let read = 0;
const snapshotter = new Snapshotter(log, file, { appID: 'zero' });
const advance = snapshotter.advance.bind(snapshotter);
snapshotter.advance = (...args) => {
  const diff = advance(...args);
  const changes = diff[Symbol.iterator].bind(diff);
  diff[Symbol.iterator] = function* () {
    for (const change of { [Symbol.iterator]: changes }) {
      read++;
      yield change;
    }
  };
  return diff;
};
const storage = DatabaseStorage.create(log, join(folder, 'storage.db')).createClientGroupStorage('group');
const limits = { slowHydrateThreshold: 1e9, slowRowThreshold: 1e9, ivmSampling: 1e9 };
const inspector = { addMetric() {} };
const shard = { appID: 'zero', shardNum: 0 };
const driver = new PipelineDriver(log, limits, snapshotter, shard, storage, 'group', inspector, () => 1e9, false);
driver.init({ tables });
const timer = { elapsedLap: () => 0, totalElapsed: () => 0 };
const digest = createHash('sha256');
let sent = 0;
const note = (changes) => {
  for (const change of changes) {
    if (change === 'yield') continue;
    sent++;
    digest.update(JSON.stringify(change));
  }
};
QUERIES.forEach((ast, n) => note(driver.addQuery(`t${n}`, `q${n}`, ast, timer)));

/** A client's code goes to another one, mostly of another studio, within a transaction. */
function handOver(changes, n) {
  const all = db.prepare('select id, account_id, name, code from customers order by id').all();
  if (all.length < 2) return;
  const [from, to] = [all[random(all.length)], all[random(all.length)]];
  if (from.id === to.id || changes.has(`customers ${from.id}`) || changes.has(`customers ${to.id}`)) return;
  for (const row of [
    { ...from, code: `${n}-new` },
    { ...to, code: from.code },
  ])
    changes.set(`customers ${row.id}`, { table: 'customers', key: keyOf('customers', row.id, row.account_id), row });
}

let changed = 0;
for (let n = 0; n < TRANSACTIONS; n++) {
  const changes = new Map();
  for (let count = random(6); count >= 0; count--) {
    const studio = STUDIOS[random(3)];
    const table = ['customers', 'galleries', 'galleries', 'accounts'][random(4)];
    const id = table === 'accounts' ? studio : `${studio}${random(12)}`;
    const row = {
      id,
      account_id: studio,
      name: `n${random(50)}`,
      code: `${n}-${count}`,
      customer_id: `${studio}${random(12)}`,
    };
    const isRemoved = table !== 'accounts' && random(4) === 0;
    changes.set(`${table} ${id}`, { table, key: keyOf(table, id, studio), row: isRemoved ? null : row });
  }
  if (n % 5 === 0) handOver(changes, n);
  changed += changes.size;
  commit([...changes.values()]);
  // Several transactions at a time, as on a busy server.
  if (random(3) > 0) note(driver.advance(timer).changes);
}
QUERIES.forEach((_, n) => digest.update(String(driver.rowSetSignature(`q${n}`))));
rmSync(folder, { recursive: true, force: true });
console.log(JSON.stringify({ changed, read, sent, digest: digest.digest('hex') }));
process.exit();
