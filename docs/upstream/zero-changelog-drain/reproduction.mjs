// A transaction of zero-cache's changeLog whose connection is lost before its first statement. The storer waits for that
// statement (`startingReplicationState` in storer.js) with nothing that rejects it.
const { TransactionPool } = await import(
  new URL('../../../node_modules/@rocicorp/zero/out/zero-cache/src/db/transaction-pool.js', import.meta.url)
);
const log = { withContext: () => log, debug() {}, info() {}, warn() {}, error() {} };
const lost = new Error('connection lost');
const database = { begin: () => Promise.reject(lost) };

const pool = new TransactionPool(log, { mode: 'READ COMMITTED' });
pool.run(database);
const state = { owner: 'waits', process: 'waits', done: 'waits' };
const owner = new Promise((resolve, reject) => {
  const processed = pool.process((tx) => {
    tx`SELECT "owner"`.then(resolve, reject);
    return [];
  });
  processed.then(
    () => (state.process = 'resolved'),
    (error) => (state.process = `rejected: ${error.message}`),
  );
});
owner.then(
  () => (state.owner = 'resolved'),
  (error) => (state.owner = `rejected: ${error.message}`),
);
pool.done().then(
  () => (state.done = 'resolved'),
  (error) => (state.done = `rejected: ${error.message}`),
);
setTimeout(() => {
  console.log(JSON.stringify(state));
  process.exit();
}, 500);
