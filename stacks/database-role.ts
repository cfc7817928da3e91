import { createHash } from 'node:crypto';

/** Role with the rights of the functions (supabase/migrations); the roles that they sign in as are its members. */
export const API_ROLE = 'albumen_api';

/**
 * Returns the role that functions sign in as with this password. Each password has a role of its own, so that the former
 * one still works while a password is replaced.
 */
export function apiRole(password: string): string {
  return `${API_ROLE}_${createHash('sha256').update(password).digest('hex').slice(0, 8)}`;
}

/**
 * Returns a database's address for the functions, with their role instead of the address's own. Keeps what follows the
 * role's name after a dot: there Supabase's shared pooler reads the project.
 */
export function apiDatabaseUrl(url: string, password: string): string {
  const parsed = new URL(url);
  const [, project = ''] = /^[^.]*(\..*)?$/.exec(parsed.username) ?? [];
  parsed.username = apiRole(password) + project;
  parsed.password = password;
  return parsed.href;
}
