import { expect, it } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';

const failed = { error: new Error('x'), failed: true, resetKey: '/app' };

it('keeps the error while the reset key is the same', () => {
  expect(ErrorBoundary.getDerivedStateFromProps({ children: null, resetKey: '/app' }, failed)).toBeNull();
});

it('clears the error when the reset key changes', () => {
  const next = ErrorBoundary.getDerivedStateFromProps({ children: null, resetKey: '/app/settings' }, failed);
  expect(next).toEqual({ error: null, failed: false, resetKey: '/app/settings' });
});
