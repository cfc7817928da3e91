import { apiDatabaseUrl } from '#ops/migrate/api-role.ts';

/** Password of every role with login. The server listens on the loopback interface only. */
export const LOCAL_PASSWORD = 'postgres';

/** The superuser; on a hosted project we have no access to it. */
export const ADMIN_ROLE = 'supabase_admin';

/** The role that owns the product's schema, used by migrations; no superuser. */
const OWNER_ROLE = 'postgres';

export function databaseUrl(port: number, database = 'postgres'): string {
  return `postgres://${OWNER_ROLE}:${LOCAL_PASSWORD}@127.0.0.1:${port}/${database}`;
}

/** Returns the URL of the same database as the role of the functions. */
export function asApi(url: string): string {
  return apiDatabaseUrl(url, LOCAL_PASSWORD);
}

/**
 * Returns the URL of the same database as the superuser. It is zero-cache's `ZERO_UPSTREAM_DB` here: its event triggers
 * need a superuser, where a hosted project allows them to `postgres`. Without them every schema change resets its
 * replica.
 */
export function asAdmin(url: string): string {
  const admin = new URL(url);
  admin.username = ADMIN_ROLE;
  return admin.href;
}

/** Returns the URL of another database on the same server, with the same role. */
export function inDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}
