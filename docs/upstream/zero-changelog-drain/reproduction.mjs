// A transaction of zero-cache's change log whose connection is lost before its first statement, a subscriber that catches
// up at that time, and a window whose rows are read then: whether each hears of it.
const zeroCache = new URL('../../../node_modules/@rocicorp/zero/out/zero-cache/src/', import.meta.url);
const { Storer } = await import(new URL('services/change-streamer/storer.js', zeroCache));
const { CVRQueryDrivenUpdater } = await import(new URL('services/view-syncer/cvr.js', zeroCache));
const { TransactionPool } = await import(new URL('db/transaction-pool.js', zeroCache));
const log = { withContext: () => log, debug() {}, info() {}, warn() {}, error() {} };
const lost = new Error('connection lost');
const database = Object.assign(() => ({}), { begin: () => Promise.reject(lost) });
const state = {};

function watch(name, promise) {
  state[name] = 'waits';
  promise.then(
    () => (state[name] = 'resolved'),
    (error) => (state[name] = `rejected: ${error.message}`),
  );
}

const shard = { appID: 'zero', shardNum: 0, publications: [] };
const limits = { backPressureLimitHeapProportion: 0.04, statementTimeoutMs: 60_000, changeLogBatchSize: 100 };
const storer = new Storer(
  log,
  shard,
  'task',
  'here',
  'ws',
  database,
  '00',
  () => {},
  () => {},
  limits,
);
watch('changeLog', storer.run());
storer.store('01', ['begin', { tag: 'begin' }, { commitWatermark: '01' }]);
storer.store('01', ['commit', { tag: 'commit' }, { watermark: '01' }]);

const pool = new TransactionPool(log, { mode: 'READ COMMITTED' });
pool.run(database);
watch(
  'read',
  pool.processReadTask(() => []),
);
watch(
  'write',
  pool.process(() => []),
);

state.window = 'goes on';
process.once('unhandledRejection', (error) => (state.window = `ends the process: ${error.message}`));
const store = { getRowRecords: () => Promise.reject(lost) };
const queries = { one: { transformationHash: 'same' } };
const view = { version: { stateVersion: '01' }, replicaVersion: '01', clients: {}, queries };
new CVRQueryDrivenUpdater(store, view, '01', '01').trackQueries(log, [{ id: 'one', transformationHash: 'same' }], []);

setTimeout(() => {
  console.log(JSON.stringify(state));
  process.exit();
}, 500);
