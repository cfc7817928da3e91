/*
 * Preloaded into zero-cache, as handoff.mjs.
 *
 * If PostgreSQL is lost before a transaction of zero-cache's change log has begun, its tasks stay in a queue that nobody
 * reads, and the storer waits for one of them. Clients then see no changes until a limit of 30 seconds ends the process.
 * So this module adds to two modules while they load: a pool whose transaction does not begin fails, a pool that fails
 * rejects what waits in its queue, and the storer hears of the failure. In a third, rows of a window that are read
 * before they are awaited end the process if the read fails; an added handler leaves the failure to who awaits them.
 *
 * postgres.js collects small writes until the next turn. If a connection is lost in between, it stays marked as having
 * one to send: the next connection never sends its first message, and waits until a limit of 30 seconds. What a lost
 * transaction still sends, at least its rollback, goes to no socket, which ends the process, or into the next transaction
 * of the same connection, which then stays open for a minute. And what is sent between the error of a connection and its
 * close waits for an answer of the next connection, whose queries then wait for ever. So a connection that closes forgets
 * what it has collected and rejects what was sent, and a transaction whose connection was lost rejects its statements. A
 * connection that is lost while it asks for the types of arrays asks the next time: the failure ends no process.
 *
 * A text without these lines stays as it is.
 */
import { registerHooks } from 'node:module';

/** By the end of a module's address: a line of its text, and what is added to it. */
const ADDITIONS = {
  '/zero-cache/src/db/transaction-pool.js': {
    'workerTx.catch(() => {});': 'workerTx.catch((error) => this.fail(error));',
    'this.#failure = ensureError(err);': 'for (const task of this.#tasks.drain()) task?.rejected?.(this.#failure);',
  },
  '/zero-cache/src/services/change-streamer/storer.js': {
    'tx.pool.run(this.#db);': 'tx.pool.done().catch(reject);',
  },
  '/zero-cache/src/services/view-syncer/cvr.js': {
    'this.#existingRows.then(() => {})': '.catch(() => {})',
  },
  '/postgres/src/connection.js': {
    'return fetchArrayTypes()': '.catch(() => {});',
    'lifeTimer.cancel()':
      "; chunk = nextWriteTimer = null; hadError && error(Errors.connection('CONNECTION_CLOSED', options, socket));",
  },
  '/postgres/src/index.js': {
    'sql.savepoint = savepoint': '; const own = c.reserved;',
    'q.catch(e => uncaughtError || (uncaughtError = e))':
      "; if (!own || c.reserved !== own) return q.reject(Errors.generic('CONNECTION_CLOSED', 'transaction'));",
  },
};

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const [, additions] = Object.entries(ADDITIONS).find(([module]) => url.endsWith(module)) ?? [];
    if (!additions) return loaded;
    let source = Buffer.from(loaded.source).toString();
    for (const [line, addition] of Object.entries(additions)) source = source.replace(line, `${line} ${addition}`);
    return { ...loaded, source };
  },
});
