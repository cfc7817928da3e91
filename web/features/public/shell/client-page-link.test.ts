import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { knownClientPage, rememberClientPage } from './client-page-link.ts';
import type { StudioSite } from './routes.ts';

const site = { base: '/p/llum', slug: 'llum' } as StudioSite;
const stored = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
});

it('knows the client’s page of a studio that this window has opened, and of no other', () => {
  expect(knownClientPage(site)).toBeNull();
  rememberClientPage(site, '/p/llum/client/t0ken');
  expect(knownClientPage(site)).toBe('/p/llum/client/t0ken');
  expect(knownClientPage({ ...site, base: '/p/sal' })).toBeNull();
});

it('refuses an address that is no client’s page', () => {
  rememberClientPage(site, 'https://evil.example/p/llum/client/t0ken');
  expect(knownClientPage(site)).toBeNull();
});
