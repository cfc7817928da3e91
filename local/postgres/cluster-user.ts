import { execFileSync, spawnSync } from 'node:child_process';

export type ClusterUser = { readonly uid: number; readonly gid: number } | Record<string, never>;

/**
 * Returns the user of the cluster: the current one, or `nobody` for root, as which PostgreSQL refuses to run. Creates
 * no user: starting the product does not change the machine.
 */
export function clusterUser(): ClusterUser {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** True if the cluster's user can enter a folder or run a file. Tested as that user, so that access lists count. */
export function isOpenTo(user: ClusterUser, path: string): boolean {
  if (!('uid' in user)) return true;
  return spawnSync('sh', ['-c', 'test -x "$0"', path], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
}
