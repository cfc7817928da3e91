import i18next from 'i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { i18nOptions } from './i18n.ts';
import { detectLanguages, LANGUAGE_DETECTOR } from './language-detector.ts';

afterEach(() => vi.unstubAllGlobals());

interface Browser {
  search?: string;
  cookie?: string;
  stored?: string | null;
  languages?: readonly string[];
}

/** Starts i18next in a browser; returns its language, and what cookie and local storage keep then. */
async function detected({ search = '', cookie = '', stored = null, languages = [] }: Browser) {
  const [page, storage] = [{ cookie }, { value: stored }];
  vi.stubGlobal('location', { search });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { languages });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'i18nextLng' ? storage.value : null),
    setItem: (_key: string, value: string) => {
      storage.value = value;
    },
  });
  const instance = i18next.createInstance().use(LANGUAGE_DETECTOR);
  await instance.init({ ...i18nOptions({ preloaded: { en: {}, es: {}, ca: {} } }) });
  return [instance.language, page.cookie.split('; ')[0], storage.value];
}

test('prefers the language of address, cookie, storage and browser in this order, and keeps it', async () => {
  const [ca, es, en] = (['ca', 'es', 'en'] as const).map((tag) => [tag, `i18next=${tag}`, tag]);
  const all = { search: '?lng=ca', cookie: 'a=b; i18next=es', stored: 'en', languages: ['ca'] };
  expect(await detected(all)).toEqual(ca);
  expect(await detected({ ...all, search: '' })).toEqual(es);
  expect(await detected({ ...all, search: '', cookie: '' })).toEqual(en);
  expect(await detected({ search: '?lng=xx', languages: ['fr', 'ca-ES', 'en'] })).toEqual(ca);
  expect(await detected({})).toEqual(en);
});

test('keeps the language in the cookie where local storage is refused', async () => {
  const page = { cookie: '' };
  const refused = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  vi.stubGlobal('document', page);
  vi.stubGlobal('localStorage', { getItem: refused, setItem: refused });
  vi.stubGlobal('location', { search: '' });
  vi.stubGlobal('navigator', { languages: ['es'] });
  expect(LANGUAGE_DETECTOR.detect()).toEqual(['es']);
  LANGUAGE_DETECTOR.cacheUserLanguage?.('es');
  expect(page.cookie).toBe(`i18next=es; path=/; max-age=${365 * 24 * 60 * 60}; samesite=strict`);
});

test('converts tags to languages that Intl accepts, and leaves out others', () => {
  const languages = ['es-MX', 'EN', 'ca_ES', 'en-US@posix', 'fr', 'C', 'C.UTF-8', ''];
  expect(detectLanguages({ search: '', cookie: '', stored: null, languages })).toEqual(['es', 'en', 'ca', 'en', 'fr']);
});
