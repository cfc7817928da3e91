/** Storage that may be refused (private windows, full disk): values are then not stored, and no error is thrown. */

/** `browser`: local storage, for all windows. `window`: session storage, which survives reloads of this window. */
type StorageScope = 'browser' | 'window';

/** A function, since reading the property may throw. */
const storageOf = (scope: StorageScope): Storage => (scope === 'browser' ? localStorage : sessionStorage);

export function readStored(key: string, scope: StorageScope = 'browser'): unknown {
  try {
    const text = storageOf(scope).getItem(key);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: unknown, scope: StorageScope = 'browser'): void {
  try {
    storageOf(scope).setItem(key, JSON.stringify(value));
  } catch {
    // Refused: the value is lost with the page.
  }
}

export function removeStored(key: string, scope: StorageScope = 'browser'): void {
  try {
    storageOf(scope).removeItem(key);
  } catch {
    // Refused: nothing was stored either.
  }
}

/** Returns the keys of local storage. */
export function storedKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    // Refused: nothing is stored.
    return [];
  }
}

/** Removes every local storage entry whose key matches. */
export function removeStoredWhere(isMeant: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(localStorage)) if (isMeant(key)) localStorage.removeItem(key);
  } catch {
    // Refused: nothing was stored either.
  }
}
