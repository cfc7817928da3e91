import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, test, vi } from 'vitest';

const line = vi.hoisted(() => ({ status: 'connected', isSyncing: true }));
vi.mock('./store.tsx', () => ({ useStore: () => line, useIsSyncing: () => line.isSyncing }));
// Test files share modules: another one may have loaded this with the real store.
vi.resetModules();
const { useSettled } = await import('./use-settled.ts');
afterAll(() => vi.resetModules());

function Answer(answers: Parameters<typeof useSettled>[0]) {
  return String(useSettled(answers));
}

test.each([
  ['waits for the last of the answers', 'connected', true, { isComplete: false, hasRows: true }, false],
  ['shows complete answers', 'connected', true, { isComplete: true, hasRows: false }, true],
  ['shows the rows of the device immediately', 'connecting', true, { isComplete: false, hasRows: true }, true],
  ['waits on a new device', 'connecting', true, { isComplete: false, hasRows: false }, false],
  ['waits for nothing offline', 'disconnected', false, { isComplete: false, hasRows: false }, true],
])('%s', (_name, status, isSyncing, answers, isSettled) => {
  Object.assign(line, { status, isSyncing });
  expect(renderToStaticMarkup(<Answer {...answers} />)).toBe(String(isSettled));
});
