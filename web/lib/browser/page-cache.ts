/** Milliseconds after which a page that came back and is still there is reloaded once more. */
const RELOAD_AGAIN_MS = 10_000;

/**
 * Makes pages that the browser suspends for Back (back/forward cache) safe for IndexedDB. WebKit suspends a page with its
 * open transactions, and a database waits for them in every later page: Zero's replica would never open again. Aborting
 * them loses no more than closing the page does, and a page that comes back is reloaded, because its replica has
 * failed. Call this before the first database is opened.
 */
export function leavePageCacheCleanly(): void {
  const open = new Set<IDBTransaction>();
  // oxlint-disable-next-line typescript/unbound-method -- the proxy passes the database on
  IDBDatabase.prototype.transaction = new Proxy(IDBDatabase.prototype.transaction, {
    apply(begin, database, args) {
      const begun = Reflect.apply(begin, database, args) as IDBTransaction;
      open.add(begun);
      for (const end of ['complete', 'abort']) begun.addEventListener(end, () => open.delete(begun));
      return begun;
    },
  });
  addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return;
    for (const each of open) {
      try {
        each.abort();
      } catch {
        // It is being committed, and ends without this page.
      }
    }
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    location.reload();
    // Another step through the history cancels the reload, and the reload may cancel that step.
    setInterval(() => location.reload(), RELOAD_AGAIN_MS);
  });
}
