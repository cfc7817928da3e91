import { useAsyncValue } from '../use-async-value.ts';

/**
 * Returns true once the browser has promised to delete nothing that this site has stored, for which it is asked while
 * `wanted`: Firefox asks the user, others decide without a question. Without the promise Safari deletes it after 7 days
 * of use without a visit (webkit.org/blog/14403), and others on a full disk.
 */
export function useStorageKept(wanted: boolean): boolean {
  return useAsyncValue(wanted ? askToKeep : null).value ?? false;
}

const askToKeep = () => keepStorage();

/** Asks for the promise unless it was given; false where the browser has no such promise or refuses it. */
export async function keepStorage(storage: Partial<StorageManager> | undefined = navigator.storage): Promise<boolean> {
  try {
    return (await storage?.persisted?.()) || ((await storage?.persist?.()) ?? false);
  } catch {
    return false;
  }
}
