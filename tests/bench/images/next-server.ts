import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { MINUTE_MS } from '#core/domain/durations.ts';
import { noisePicture } from '../../support/pictures.ts';
import { PEERS, requirePeer } from './peers.ts';

/** The smallest possible application, built once. */
const APP = join(PEERS, '.build/next');
const FILES = {
  'app/layout.js': 'export default ({ children }) => <html><body>{children}</body></html>;',
  'app/page.js': 'export default () => <p>bench</p>;',
};
const ENV = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1', CI: '1' };
const READY_MS = MINUTE_MS;

/** As `next/image` writes it for a phone of pixel density 1. */
export const NEXT_IMAGE = '/_next/image?url=%2Fphoto.jpg&w=828&q=75';

async function buildApp(next: string): Promise<void> {
  if (existsSync(join(APP, '.next/BUILD_ID'))) return;
  for (const folder of ['app', 'public']) await mkdir(join(APP, folder), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(APP, name), text);
  await noisePicture(3000, 2000).jpeg().toFile(join(APP, 'public/photo.jpg'));
  console.log('building the application of Next (once) …');
  await promisify(execFile)(process.execPath, [next, 'build', APP], { env: ENV, cwd: APP });
}

/** Runs `next start` on a free port and waits until its picture is cached. */
export async function startNext(): Promise<{ origin: string; pid: number; close(): void }> {
  const next = requirePeer.resolve('next/dist/bin/next');
  await buildApp(next);
  const port = await freePort();
  const child = spawn(process.execPath, [next, 'start', APP, '-p', String(port), '-H', '127.0.0.1'], {
    env: ENV,
    cwd: APP,
    stdio: 'ignore',
  });
  const origin = `http://127.0.0.1:${port}`;
  for (const until = Date.now() + READY_MS; ; await sleep(100)) {
    const answer = await fetch(origin + NEXT_IMAGE, { headers: { accept: 'image/webp' } }).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok && answer.headers.get('x-nextjs-cache') === 'HIT') break;
    if (Date.now() > until) throw new Error('Next does not serve its picture');
  }
  return { origin, pid: child.pid!, close: () => void child.kill() };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
