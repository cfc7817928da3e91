import { expect, it } from 'vitest';
import { DRAIN, deployedNodeOptions, loseChangeLog } from '../support/upstream-programs.ts';

const HEARD = {
  changeLog: 'rejected: connection lost',
  read: 'rejected: connection lost',
  write: 'resolved',
  window: 'goes on',
};

it('zero-cache itself waits for a transaction that has not begun, and ends when rows of a window cannot be read', async () => {
  expect(await loseChangeLog([])).toEqual({
    changeLog: 'waits',
    read: 'waits',
    write: 'waits',
    window: 'ends the process: connection lost',
  });
});

it('rejects what waits for a transaction that has not begun, and goes on without rows of a window', async () => {
  expect(await loseChangeLog(['--import', DRAIN])).toEqual(HEARD);
});

it('is preloaded in the deployment by its environment', async () => {
  expect(await loseChangeLog([], { env: { NODE_OPTIONS: deployedNodeOptions() } })).toEqual(HEARD);
});
