// Random updates of the view of one client group: prints how many values were cloned, what the store was told and what
// the views came to, as a digest, and the processor time of an update that changes nothing.
import { createHash } from 'node:crypto';

let cloned = 0;
const clone = globalThis.structuredClone;
globalThis.structuredClone = (value) => (cloned++, clone(value));

const zero = new URL('../../../node_modules/@rocicorp/zero/out/', import.meta.url);
const { CVRConfigDrivenUpdater, CVRQueryDrivenUpdater } = await import(
  new URL('zero-cache/src/services/view-syncer/cvr.js', zero)
);
const { versionToLexi } = await import(new URL('zero-cache/src/types/lexi-version.js', zero));

const UPDATES = 2000;
/** As a back office has them. */
const QUERIES = 28;
const TABLES = 60;
const COLUMNS = 15;

// Random numbers of a seed: the same updates in each run.
let seed = 7;
const random = (below) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
};

const digest = createHash('sha256');
const note = (...values) => digest.update(JSON.stringify(values, (_, value) => (value === undefined ? null : value)));

/** A store that notes what it is told, and writes if told anything. */
let isTold = false;
const tell =
  (name) =>
  (...values) => {
    isTold = true;
    note(name, ...values);
  };
const NOTED = [
  'insertClient',
  'deleteClient',
  'putInstance',
  'putQuery',
  'updateQuery',
  'putDesiredQuery',
  'markQueryAsDeleted',
  'updateRowSetSignature',
  'putRowRecord',
  'delRowRecord',
];
const store = {
  ...Object.fromEntries(NOTED.map((name) => [name, tell(name)])),
  getRowRecords: () => Promise.resolve(new Map()),
  flush: () => Promise.resolve(isTold),
};
const log = { debug() {}, info() {}, warn() {} };
const shard = { appID: 'zero', shardNum: 0 };

const columns = Object.fromEntries(Array.from({ length: COLUMNS }, (_, n) => [`column${n}`, { type: 'string' }]));
const schema = { tables: Object.fromEntries(Array.from({ length: TABLES }, (_, n) => [`table${n}`, { columns }])) };
let view = {
  id: 'group',
  version: { stateVersion: '00' },
  lastActive: 0,
  ttlClock: 0,
  replicaVersion: '00',
  clients: {},
  queries: {},
  clientSchema: null,
  profileID: null,
};
let version = 0n;
const signatures = new Map();

async function update(updater, work) {
  const before = view;
  const was = JSON.stringify(before);
  await work?.(updater);
  const { cvr, flushed } = await updater.flush(log, 0, Number(version), Number(version));
  isTold = false;
  view = cvr;
  note(flushed, cvr);
  // The view that connections were told of does not change.
  if (JSON.stringify(before) !== was) throw new Error('a view was changed in place');
}
const configure = (work) => update(new CVRConfigDrivenUpdater(store, view, shard), work);
const advance = (work) => {
  const state = versionToLexi(++version);
  return update(new CVRQueryDrivenUpdater(store, view, state, '00', (id) => signatures.get(id)), work);
};

await configure((updater) => updater.setClientSchema(log, schema));
const client = () => `client${random(3)}`;
const some = () => Array.from({ length: 1 + random(4) }, () => `query${random(QUERIES)}`);
const custom = () => Object.entries(view.queries).filter(([, { type }]) => type !== 'internal');
const isDesired = ({ clientState }) => Object.values(clientState).some((one) => one.inactivatedAt === undefined);
const ACTS = [
  () =>
    configure((updater) =>
      updater.putDesiredQueries(
        client(),
        [...new Set(some())].map((hash) => ({ hash, name: hash, args: [{ id: hash }], ttl: 1000 * random(100) })),
      ),
    ),
  () => configure((updater) => updater.markDesiredQueriesAsInactive(client(), some(), Number(version))),
  () => configure((updater) => updater.deleteDesiredQueries(client(), some())),
  () => random(5) === 0 && configure((updater) => updater.deleteClient(client(), Number(version))),
  () =>
    advance((updater) => {
      const executed = custom().filter(([, query]) => isDesired(query) && random(2) === 0);
      const removed = custom().filter(([, query]) => !isDesired(query) && random(2) === 0);
      const transformed = ([id]) => ({ id, transformationHash: `hash${random(3)}` });
      note(
        updater.trackQueries(
          log,
          executed.map(transformed),
          removed.map(([id]) => ({ id })),
        ),
      );
      for (const [id] of executed) signatures.set(id, BigInt(random(1000)));
    }),
  () => advance(),
];
for (let n = 0; n < UPDATES; n++) await ACTS[random(ACTS.length)]();

// What a change of another customer is for an open window.
await configure((updater) =>
  updater.putDesiredQueries(
    'client0',
    Array.from({ length: QUERIES }, (_, n) => ({ hash: `query${n}`, name: `query${n}`, args: [{ id: n }] })),
  ),
);
signatures.clear();
const copies = cloned;
const before = process.cpuUsage();
for (let n = 0; n < UPDATES; n++)
  new CVRQueryDrivenUpdater(store, view, versionToLexi(++version), '00').updatedVersion();
const { user, system } = process.cpuUsage(before);
console.log(
  JSON.stringify({
    updates: UPDATES,
    cloned: copies,
    digest: digest.digest('hex'),
    microseconds: (user + system) / UPDATES,
  }),
);
