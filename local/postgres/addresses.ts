/** The password of every role that may sign in. The server listens on the loopback interface only. */
export const LOCAL_PASSWORD = 'postgres';

/** The superuser, as on a hosted project, where it is not ours. */
export const ADMIN_ROLE = 'supabase_admin';

/** The role that owns the product's schema and that migrations and functions sign in as; no superuser. */
export const OWNER_ROLE = 'postgres';

export function databaseUrl(port: number, database = 'postgres'): string {
  return `postgres://${OWNER_ROLE}:${LOCAL_PASSWORD}@127.0.0.1:${port}/${database}`;
}

/**
 * The same database, signed in as the superuser. What zero-cache gets as `ZERO_UPSTREAM_DB` here: its event triggers
 * need one, where a hosted project lets `postgres` make them. Without, every schema change resets its replica.
 */
export function asAdmin(url: string): string {
  const admin = new URL(url);
  admin.username = ADMIN_ROLE;
  return admin.href;
}

/** The same server and role, another database. */
export function inDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}
