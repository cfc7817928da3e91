import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failedAddress, reloadOutdatedPage } from './outdated-page.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A page whose server has another script; `stored` undefined refuses storage. */
function openPage(stored: Map<string, string> | undefined) {
  const page = new EventTarget();
  const reload = vi.fn<() => void>();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('location', { pathname: '/p/studio', reload });
  vi.stubGlobal('document', {
    querySelector: (selector: string) =>
      selector.startsWith('script') ? { getAttribute: () => '/assets/old.js' } : null,
    querySelectorAll: () => [],
  });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<script src="/assets/new.js">')));
  vi.stubGlobal(
    'sessionStorage',
    stored && {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    },
  );
  reloadOutdatedPage();
  const missAPart = async () => {
    page.dispatchEvent(new Event('vite:preloadError'));
    await settle();
  };
  return { reload, missAPart };
}

let now = 1_800_000_000_000;
beforeEach(() => void vi.spyOn(Date, 'now').mockImplementation(() => now));
afterEach(() => vi.unstubAllGlobals());

it('reloads an outdated page once a minute at most', async () => {
  const stored = new Map<string, string>();
  const first = openPage(stored);
  await first.missAPart();
  expect(first.reload).toHaveBeenCalledTimes(1);
  // An edge has served the old page again.
  const second = openPage(stored);
  for (let part = 0; part < 5; part += 1) await second.missAPart();
  expect(second.reload).not.toHaveBeenCalled();
  now += 60_000;
  await second.missAPart();
  expect(second.reload).toHaveBeenCalledTimes(1);
});

it('does not reload where it could not remember that it did', async () => {
  const { reload, missAPart } = openPage(undefined);
  await missAPart();
  expect(reload).not.toHaveBeenCalled();
});

it('finds the address of a failed script in the error, or else in the function, as Safari needs', () => {
  // As the build writes it.
  const built = '()=>g(()=>import(`./downloads-CRo.js`),__vite__mapDeps([0,1]))';
  const load = Object.assign(() => Promise.resolve(null), { toString: () => built });
  const chrome = new TypeError('Failed to fetch dynamically imported module: https://a.test/assets/lightbox-1.js');
  const safari = new TypeError('Importing a module script failed.');
  expect(failedAddress(chrome, load, 'https://a.test')).toBe('https://a.test/assets/lightbox-1.js');
  expect(failedAddress(safari, load, 'https://a.test')).toBe('https://a.test/assets/downloads-CRo.js');
  expect(failedAddress(safari, () => Promise.resolve(null), 'https://a.test')).toBeNull();
});
