// Five connections of postgres.js with a server in this process: the first is lost before the first message is sent, three
// in a transaction that then rolls back, of which the second is connected again by then, and the third closes only after
// its error, and the last while it asks for the types of arrays. What becomes of each.
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const { default: postgres } = await import(new URL('../../../node_modules/postgres/src/index.js', import.meta.url));
const state = {};

/** A message of the server. */
const message = (type, body) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const SIGNED_IN = message('R', Buffer.alloc(4));
const done = (tag) => message('C', Buffer.from(`${tag}\0`));
const ready = (status) => message('Z', Buffer.from(status));

/** A socket, whose server answers each write. */
class Socket extends EventEmitter {
  #answer;
  constructor(answer) {
    super();
    this.#answer = answer;
  }
  write(chunk) {
    const answer = this.#answer(Buffer.from(chunk));
    if (answer) setImmediate(() => this.emit('data', answer));
    return true;
  }
  setKeepAlive() {}
  destroy() {
    setImmediate(() => this.emit('close', false));
  }
}

function connect(socket, options = {}) {
  return postgres('postgres://nobody@127.0.0.1:1/none', {
    socket,
    ssl: false,
    max: 1,
    backoff: 0,
    connect_timeout: 1,
    fetch_types: false,
    onnotice() {},
    ...options,
  });
}

const outcome = (promise) =>
  promise.then(
    () => 'resolved',
    (error) => `rejected: ${error.code ?? error.message}`,
  );

async function loseBeforeFirstWrite() {
  const writes = [];
  let sockets = 0;
  const sql = connect(() => {
    const socket = new Socket((chunk) => {
      writes.push(chunk);
      return Buffer.concat([SIGNED_IN, ready('I'), done('SELECT 0'), ready('I')]);
    });
    if (sockets++ === 0) setImmediate(() => socket.emit('close', false));
    return socket;
  });
  state.query = await outcome(sql.unsafe('select').simple());
  // Its first four bytes are its length.
  state.startup =
    writes.length === 0 ? 'not sent' : writes[0].readUInt32BE() === writes[0].length ? 'sent once' : 'sent twice';
}

async function loseInTransaction() {
  let socket;
  const sql = connect(() => {
    socket = new Socket((chunk) => {
      if (chunk.includes('begin')) return Buffer.concat([done('BEGIN'), ready('T')]);
      return chunk.includes('nobody') ? Buffer.concat([SIGNED_IN, ready('I')]) : undefined;
    });
    return socket;
  });
  process.once('uncaughtException', (error) => (state.process = `ends: ${error.message}`));
  state.process = 'goes on';
  state.transaction = await outcome(
    sql.begin(async () => {
      await sleep(1);
      socket.emit('close', false);
      throw new Error('of the transaction');
    }),
  );
  await sleep(50);
}

async function rollBackAfterReconnect() {
  const sockets = [];
  const sql = connect(() => {
    const { length: at } = sockets;
    const socket = new Socket((chunk) => {
      if (at > 0 && chunk.includes('rollback')) state.rollback = 'reaches the next connection';
      if (chunk.includes('nobody')) return Buffer.concat([SIGNED_IN, ready('I')]);
      if (chunk.includes('begin')) return Buffer.concat([done('BEGIN'), ready('T')]);
      return Buffer.concat([done('SELECT 0'), ready('I')]);
    });
    sockets.push(socket);
    return socket;
  });
  state.rollback = 'is rejected';
  await outcome(
    sql.begin(async () => {
      await sleep(1);
      sockets[0].emit('close', false);
      await sql.unsafe('select').simple();
      throw new Error('of the transaction');
    }),
  );
  await sleep(50);
}

async function resetInTransaction() {
  const sockets = [];
  const sql = connect(() => {
    const { length: at } = sockets;
    let open = 0;
    const socket = new Socket((chunk) => {
      if (chunk.includes('nobody')) return Buffer.concat([SIGNED_IN, ready('I')]);
      if (at === 0) return open++ ? undefined : Buffer.concat([done('BEGIN'), ready('T')]);
      const tag = chunk.includes('begin') ? 'BEGIN' : chunk.includes('commit') ? 'COMMIT' : 'SELECT 0';
      return Buffer.concat([done(tag), ready(tag === 'COMMIT' ? 'I' : 'T')]);
    });
    sockets.push(socket);
    return socket;
  });
  await outcome(
    sql.begin(async (tx) => {
      setTimeout(() => {
        sockets[0].emit('error', Object.assign(new Error('read'), { code: 'ECONNRESET' }));
        setImmediate(() => sockets[0].emit('close', true));
      });
      await tx.unsafe('select').simple();
    }),
  );
  const next = outcome(sql.begin((tx) => tx.unsafe('select').simple()));
  state.afterReset = await Promise.race([next, sleep(500, 'waits')]);
}

async function loseWhileAskingForTypes() {
  let sockets = 0;
  const open = () => {
    const at = sockets++;
    const socket = new Socket((chunk) => {
      if (chunk.includes('nobody')) return Buffer.concat([SIGNED_IN, ready('I')]);
      socket.emit('close', false);
    });
    const refused = () => {
      socket.emit('error', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
      socket.emit('close', true);
    };
    if (at > 0) setImmediate(refused);
    return socket;
  };
  const sql = connect(open, { fetch_types: true });
  state.types = 'goes on';
  process.once('unhandledRejection', (error) => (state.types = `ends: ${error.code}`));
  state.typesQuery = await outcome(sql.unsafe('select').simple());
  await sleep(50);
}

await loseBeforeFirstWrite();
await loseInTransaction();
await rollBackAfterReconnect();
await resetInTransaction();
await loseWhileAskingForTypes();
console.log(JSON.stringify(state));
process.exit();
