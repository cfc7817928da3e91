import i18next from 'i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { FORMATTERS, FULL_STOPS, i18nOptions, LOCALE_FILES } from './i18n.ts';

const preloaded = {
  en: { common: { save: 'Save', only: 'Only here' } },
  ca: { common: { save: 'Desa' } },
};

async function started(lng: string) {
  const instance = i18next.createInstance();
  await instance.init({ ...i18nOptions({ preloaded }), lng });
  return instance;
}

test('maps a regional tag to its language', async () => {
  const instance = await started('ca-ES');
  expect(instance.t('save')).toBe('Desa');
  expect(instance.resolvedLanguage).toBe('ca');
});

test('elides Catalan “de” before a name', async () => {
  const instance = i18next.createInstance().use(FORMATTERS);
  await instance.init({ ...i18nOptions({ preloaded: { ca: { common: { of: 'Fotos {{name, de}}' } } } }), lng: 'ca' });
  expect(['Anna', 'Pau'].map((name) => instance.t('of', { name }))).toEqual(['Fotos d’Anna', 'Fotos de Pau']);
});

test('formats numbers in the language, and articles before dates in Catalan', async () => {
  const common = { count_one: '{{count}} foto', count_other: '{{count}} fotos', until: 'Fins {{date, al}}' };
  const instance = i18next.createInstance().use(FORMATTERS);
  await instance.init({ ...i18nOptions({ preloaded: { ca: { common } } }), lng: 'ca' });
  expect([1, 1000].map((count) => instance.t('count', { count }))).toEqual(['1 foto', '1.000 fotos']);
  expect(['1 de maig', '2 de maig'].map((date) => instance.t('until', { date }))).toEqual([
    'Fins a l’1 de maig',
    'Fins al 2 de maig',
  ]);
});

test('ends a sentence with one full stop after an abbreviated month', async () => {
  const instance = i18next.createInstance().use(FORMATTERS).use(FULL_STOPS);
  const common = { until: 'Fins {{date, al}}.' };
  await instance.init({ ...i18nOptions({ preloaded: { ca: { common } } }), lng: 'ca' });
  expect(instance.t('until', { date: 'dv., 11 de des.' })).toBe('Fins al dv., 11 de des.');
});

test('falls back to English', async () => {
  const instance = await started('fr');
  expect(instance.t('save')).toBe('Save');
});

test('throws on a missing text in development', async () => {
  const instance = await started('en');
  // A key that the types refuse.
  expect(() => instance.t('nowhere' as 'save')).toThrow('common:nowhere');
});

test('fetches texts again after a failed request or answer, but not after a refusal', async () => {
  const answers = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => Promise.resolve(new Response('', { status: 503 })),
    () => Promise.resolve(new Response('<html>')),
    () => Promise.resolve(Response.json({ save: 'Desa' })),
  ];
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return path.includes('/errors.') ? Promise.resolve(new Response('', { status: 404 })) : answers.shift()!();
  });
  const instance = i18next.createInstance().use(LOCALE_FILES);
  await instance.init({ ...i18nOptions({}), fallbackLng: false, lng: 'ca', retryTimeout: 1 });
  expect(instance.t('save')).toBe('Desa');
  expect(asked.filter((path) => path === '/locales/ca/common.json')).toHaveLength(4);
  expect(asked.filter((path) => path === '/locales/ca/errors.json')).toHaveLength(1);
});

afterEach(() => vi.unstubAllGlobals());
