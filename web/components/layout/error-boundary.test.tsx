import { expect, it } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';

const failed = { error: new Error('x'), failed: true, resetKey: '/app' };

it('stays with what failed while nobody goes elsewhere', () => {
  expect(ErrorBoundary.getDerivedStateFromProps({ children: null, resetKey: '/app' }, failed)).toBeNull();
});

it('tries again at another place', () => {
  const next = ErrorBoundary.getDerivedStateFromProps({ children: null, resetKey: '/app/settings' }, failed);
  expect(next).toEqual({ error: null, failed: false, resetKey: '/app/settings' });
});
