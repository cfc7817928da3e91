import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { zeroEnvironment } from '../../stacks/zero-stack/environment.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FILE = join(ROOT, 'stacks/zero-stack/handoff.mjs');

/** Passes the socket of an upgrade to a worker, and reports whether it is read afterwards. */
const DISPATCHER = `
  import { fork } from 'node:child_process';
  import { createServer } from 'node:http';
  import { connect } from 'node:net';
  const worker = fork(new URL('worker.mjs', import.meta.url));
  const server = createServer().on('upgrade', (request, socket) => {
    const handle = socket._handle;
    worker.send('yours', socket);
    const isRead = handle.reading;
    worker.once('message', (heard) => {
      console.log(JSON.stringify({ isRead, heard }));
      process.exit(0);
    });
  });
  worker.once('message', () => server.listen(0, '127.0.0.1', () => {
    const client = connect(server.address().port, '127.0.0.1');
    client.write('GET / HTTP/1.1\\r\\nhost: x\\r\\nconnection: Upgrade\\r\\nupgrade: x\\r\\n\\r\\n');
    client.once('data', () => client.write('what I want to see'));
  }));
`;
const WORKER = `
  process.on('message', (message, socket) => {
    socket.once('data', (data) => process.send(String(data)));
    socket.write('connected');
  });
  process.send('ready');
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'albumen-handoff-'));
  writeFileSync(join(folder, 'dispatcher.mjs'), DISPATCHER);
  writeFileSync(join(folder, 'worker.mjs'), WORKER);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function handOn(args: readonly string[], env: Record<string, string> = {}): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [...args, join(folder, 'dispatcher.mjs')], {
    env: { ...process.env, ...env },
    timeout: 20_000,
  });
  return JSON.parse(stdout);
}

it('stops reading a socket that was passed on; its new process gets all data', async () => {
  expect(await handOn(['--import', FILE])).toEqual({ isRead: false, heard: 'what I want to see' });
});

it('is preloaded in the deployment by its environment', async () => {
  const { NODE_OPTIONS = '' } = zeroEnvironment({
    appOrigin: 'https://albumen.example',
    ports: { sync: 4848, changeStreamer: 4849 },
    replicaFile: '/data/replica.db',
    role: 'single',
    settings: { syncWorkers: 1 } as Parameters<typeof zeroEnvironment>[0]['settings'],
  });
  expect(NODE_OPTIONS).toMatch(/^--import=data:text\/javascript,\S+$/);
  expect(await handOn([], { NODE_OPTIONS })).toEqual({ isRead: false, heard: 'what I want to see' });
});
