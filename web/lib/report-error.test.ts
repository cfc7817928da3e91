import { expect, it, vi } from 'vitest';
import { reportRenderErrors } from './report-error.ts';

it('reports errors of rendering, caught or not', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const error = new Error('x');
  reportRenderErrors.onCaughtError?.(error, {});
  reportRenderErrors.onUncaughtError?.(error, {});
  expect(logged.mock.calls).toEqual([[error], [error]]);
});
