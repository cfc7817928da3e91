import { expect, it } from 'vitest';
import { zeroEnvironment } from '../../stacks/zero-stack/environment.ts';
import { DRAIN, loseChangeLog } from '../support/upstream-programs.ts';

const HEARD = { changeLog: 'rejected: connection lost', read: 'rejected: connection lost', write: 'resolved' };

it('zero-cache itself waits for a transaction that has not begun', async () => {
  expect(await loseChangeLog([])).toEqual({ changeLog: 'waits', read: 'waits', write: 'waits' });
});

it('rejects what waits for a transaction that has not begun', async () => {
  expect(await loseChangeLog(['--import', DRAIN])).toEqual(HEARD);
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
  expect(await loseChangeLog([], { env: { NODE_OPTIONS } })).toEqual(HEARD);
});
