import { expect, it } from 'vitest';
import { HANDOFF, handSocketOver } from '../support/socket-handoff.ts';
import { deployedNodeOptions } from '../support/upstream-programs.ts';

const WHOLE = { isRead: false, heard: 'what I want to see' };

it('Node itself still reads from a socket that was passed on', async () => {
  expect(await handSocketOver([])).toMatchObject({ isRead: true });
});

it('stops reading a socket that was passed on; its new process gets all data', async () => {
  expect(await handSocketOver(['--import', HANDOFF])).toEqual(WHOLE);
});

it('is preloaded in the deployment by its environment', async () => {
  const options = deployedNodeOptions();
  expect(options).toMatch(/^(--import=data:text\/javascript,\S+( |$)){3}/);
  expect(await handSocketOver([], { env: { NODE_OPTIONS: options } })).toEqual(WHOLE);
});
