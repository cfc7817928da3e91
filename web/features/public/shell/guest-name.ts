import { useState } from 'react';
import { readStored, writeStored } from '#web/lib/browser/storage.ts';

/**
 * Keeps the name that a guest types in this browser, so that a reload and the next visit know it.
 * @param at for what it was typed: a gallery's id, or the token of a link for guests
 */
export function useGuestName(at: string): [name: string, change: (name: string) => void] {
  const key = `guest-name:${at}`;
  const [name, setName] = useState(() => {
    const stored = readStored(key);
    return typeof stored === 'string' ? stored : '';
  });
  const change = (next: string) => {
    setName(next);
    writeStored(key, next);
  };
  return [name, change];
}
