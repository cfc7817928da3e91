import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A package of its own, so that the peers are not among the product's dependencies. */
export const PEERS = join(import.meta.dirname, 'peers');
const LOCK = join(PEERS, 'package-lock.json');
const STAMP = join(PEERS, 'node_modules/.installed');

/** Installs ipx, Next and react-photo-album as locked. Returns false and logs why if that is impossible. */
export async function installPeers(): Promise<boolean> {
  const lock = readFileSync(LOCK, 'utf8');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock) return true;
  console.log('installing ipx, Next and react-photo-album (once; about a minute) …');
  try {
    await promisify(execFile)('npm', ['ci', '--prefix', PEERS, '--no-audit', '--no-fund', '--loglevel=error']);
    writeFileSync(STAMP, lock);
    return true;
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    console.error(`ipx, Next and react-photo-album are not installed: npm ci needs a package registry.\n${stderr}`);
    return false;
  }
}

/** Reason of figures that cannot be measured without the peers. */
export const NO_PEERS = 'the peers are not installed';

/** Loads a module of the peers; untyped, because type checks run without them. */
export const requirePeer = createRequire(join(PEERS, 'package.json'));
