import { expect, it } from 'vitest';
import { zeroEnvironment } from '../../stacks/zero-stack/environment.ts';
import { HANDOFF, handSocketOver } from '../support/socket-handoff.ts';

const WHOLE = { isRead: false, heard: 'what I want to see' };

it('Node itself still reads from a socket that was passed on', async () => {
  expect(await handSocketOver([])).toMatchObject({ isRead: true });
});

it('stops reading a socket that was passed on; its new process gets all data', async () => {
  expect(await handSocketOver(['--import', HANDOFF])).toEqual(WHOLE);
});

it('is preloaded in the deployment by its environment', async () => {
  const { NODE_OPTIONS = '' } = zeroEnvironment({
    group: { number: 0, first: 0, last: 31 },
    appOrigin: 'https://albumen.example',
    ports: { sync: 4848, changeStreamer: 4849 },
    replicaFile: '/data/replica.db',
    role: 'single',
    settings: { cpu: 1024 },
  });
  expect(NODE_OPTIONS).toMatch(/^(--import=data:text\/javascript,\S+( |$)){3}/);
  expect(await handSocketOver([], { env: { NODE_OPTIONS } })).toEqual(WHOLE);
});
