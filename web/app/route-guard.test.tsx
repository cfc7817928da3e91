import { renderToStaticMarkup } from 'react-dom/server';
import type * as Router from 'react-router-dom';
import { afterAll, expect, it, vi } from 'vitest';
import { type Role, ROLES } from '#core/domain/studio/roles.ts';
import { paths } from '#web/lib/paths.ts';

const signedInAs = vi.hoisted(() => ({ role: 'owner' as Role }));
vi.mock('#web/lib/accounts/accounts.tsx', () => ({ useAccount: () => signedInAs }));
vi.mock('react-router-dom', async (original) => ({
  ...(await original<typeof Router>()),
  Navigate: ({ to, replace }: { to: string; replace?: boolean }) => (replace ? `redirected to ${to}` : 'pushed'),
}));
// Test files share modules: another one may have loaded this with the real accounts.
vi.resetModules();
// The security page reads it when its module loads.
vi.stubGlobal('location', new URL('http://localhost/app'));
const { RequireRole, requireCapability } = await import('./route-guard.tsx');
afterAll(() => vi.resetModules());

const REDIRECTED = `redirected to ${paths.unauthorized}`;

it('shows a screen to its required roles and redirects all others', () => {
  const shown = ROLES.map((role) => {
    signedInAs.role = role;
    return renderToStaticMarkup(<RequireRole requiredRole={['owner', 'photographer']}>{'Screen'}</RequireRole>);
  });
  expect(shown).toEqual(['Screen', REDIRECTED, 'Screen', REDIRECTED]);
});

it('requires the roles that have a route’s capability', () => {
  const shown = ROLES.map((role) => {
    signedInAs.role = role;
    return renderToStaticMarkup(requireCapability('money.all', 'Money'));
  });
  expect(shown).toEqual(['Money', 'Money', REDIRECTED, REDIRECTED]);
});
