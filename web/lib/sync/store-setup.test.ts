import { expect, it } from 'vitest';
import { checkDatabases } from './store-setup.tsx';

/** A factory whose requests end with this event. */
function factory(event: 'success' | 'error', error: Error | null = null) {
  const deleteDatabase = () => {
    const request = Object.assign(new EventTarget(), { error });
    queueMicrotask(() => request.dispatchEvent(new Event(event)));
    return request as unknown as IDBOpenDBRequest;
  };
  return { deleteDatabase };
}

it('rejects with the browser’s error if no database can be opened', async () => {
  await expect(checkDatabases(factory('success'))).resolves.toBeUndefined();
  const broken = new Error('Internal error opening backing store');
  await expect(checkDatabases(factory('error', broken))).rejects.toBe(broken);
});

it('resolves if leaving the page aborts the request', async () => {
  const aborted = new DOMException('The transaction was aborted', 'AbortError');
  await expect(checkDatabases(factory('error', aborted))).resolves.toBeUndefined();
});
