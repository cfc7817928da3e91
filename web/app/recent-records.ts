import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { z } from 'zod';
import { rowId } from '#core/domain/values/ids.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { recentRecordsKey } from '#web/lib/accounts/account-storage.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { readStored, writeStored } from '#web/lib/browser/storage.ts';
import { paths } from '#web/lib/paths.ts';

/** Number of records that the palette offers; one more is stored, because the open record is left out. */
export const SHOWN_RECORDS = 6;

const stored = z.array(rowId);

/** Returns the id of the client, session or gallery that a path shows; null for other screens. */
export function recordOfPath(pathname: string): string | null {
  const record = [paths.customer, paths.session, `${paths.gallery}/*`]
    .map((path) => matchPath(path, pathname)?.params)
    .map((params) => params?.customerId ?? params?.sessionId ?? params?.galleryId);
  // "new" and "trash" replace the id in the path.
  return record.find((id) => rowId.safeParse(id).success) ?? null;
}

/** Returns the ids of the records that this person opened last in this studio on this device, latest first. */
export function readRecentRecords(key: string): readonly string[] {
  return stored.safeParse(readStored(key)).data ?? [];
}

/** Stores the ids of opened records, no names; signing out removes them. Returns their storage key. */
export function useRecentRecords(): string {
  const { session } = useAuth();
  const { pathname } = useLocation();
  const key = recentRecordsKey(session?.user.id ?? '', useAccount().id);
  const record = recordOfPath(pathname);
  useEffect(() => {
    if (!record) return;
    const others = readRecentRecords(key).filter((id) => id !== record);
    writeStored(key, [record, ...others].slice(0, SHOWN_RECORDS + 1));
  }, [key, record]);
  return key;
}
