import { execFileSync, spawnSync } from 'node:child_process';

export type ClusterUser = { readonly uid: number; readonly gid: number } | Record<string, never>;

/**
 * Whom the cluster runs as: ourselves, or `nobody` when we are root, as which PostgreSQL refuses to run. No user is
 * created: starting the product changes nothing about the machine.
 */
export function clusterUser(): ClusterUser {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Whether the cluster's user may enter a folder, or run a file. Asked as that user: access lists count as well. */
export function isOpenTo(user: ClusterUser, path: string): boolean {
  if (!('uid' in user)) return true;
  return spawnSync('sh', ['-c', 'test -x "$0"', path], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
}
