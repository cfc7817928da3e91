import { normalizeForSearch } from '#web/lib/format/normalize-for-search.ts';

export interface KnownClient {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** A client of a row: an existing one, or one that the import can create. */
export type RowClient = { id: string } | { key: string; name: string; email: string };

/**
 * Returns a function that finds the client of a row by email, else by name, if the name is unambiguous and no other
 * email contradicts it. Returns null for a row without a client, and undefined for a name of several clients.
 */
export function clientMatcher(clients: Iterable<KnownClient>) {
  const byEmail = new Map<string, KnownClient>();
  const byName = new Map<string, KnownClient[]>();
  for (const client of clients) {
    if (client.email) byEmail.set(client.email.toLowerCase(), client);
    const key = nameKey(client.name);
    byName.set(key, [...(byName.get(key) ?? []), client]);
  }
  return (cells: { name: string; email: string }): RowClient | null | undefined => {
    const [name, email] = [cells.name.replaceAll(/\s+/gu, ' ').trim(), cells.email.trim().toLowerCase()];
    if (!name && !email) return null;
    const same = byEmail.get(email);
    if (same) return { id: same.id };
    const named = (byName.get(nameKey(name)) ?? []).filter((client) => !email || !client.email);
    if (name && named.length > 1) return undefined;
    if (name && named[0]) return { id: named[0].id };
    return { key: email || nameKey(name), name: name || email, email };
  };
}

const nameKey = (name: string) => normalizeForSearch(name).replaceAll(/\s+/gu, ' ').trim();
