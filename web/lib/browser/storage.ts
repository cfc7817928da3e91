/** Storage that may be refused (private windows, full disk): then nothing is kept, and nothing breaks. */

/** Where a value is kept: for all windows of this browser, or for this window alone, over its reloads. */
export type StorageScope = 'browser' | 'window';

/** A function: reading the property is what may be refused. */
const storageOf = (place: StorageScope): Storage => (place === 'browser' ? localStorage : sessionStorage);

export function readStored(key: string, place: StorageScope = 'browser'): unknown {
  try {
    const text = storageOf(place).getItem(key);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: unknown, place: StorageScope = 'browser'): void {
  try {
    storageOf(place).setItem(key, JSON.stringify(value));
  } catch {
    // Refused: the value lasts as long as the page.
  }
}

export function removeStored(key: string, place: StorageScope = 'browser'): void {
  try {
    storageOf(place).removeItem(key);
  } catch {
    // Refused: there was nothing either.
  }
}

/** The keys of everything that this browser keeps. */
export function storedKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    // Refused: nothing is kept.
    return [];
  }
}

/** Removes every entry whose key is meant. */
export function removeStoredWhere(isMeant: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(localStorage)) if (isMeant(key)) localStorage.removeItem(key);
  } catch {
    // Refused: there was nothing either.
  }
}
