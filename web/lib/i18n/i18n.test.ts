import i18next from 'i18next';
import { expect, test } from 'vitest';
import { DETECTION, i18nOptions } from './i18n.ts';

const preloaded = {
  en: { common: { save: 'Save', only: 'Only here' } },
  ca: { common: { save: 'Desa' } },
};

async function started(lng: string) {
  const instance = i18next.createInstance();
  await instance.init({ ...i18nOptions({ preloaded }), lng });
  return instance;
}

test('the language is looked for and kept as the spec says', () => {
  expect(DETECTION.order).toEqual(['querystring', 'cookie', 'localStorage', 'navigator']);
  expect([DETECTION.lookupQuerystring, DETECTION.lookupCookie, DETECTION.lookupLocalStorage]).toEqual([
    'lng',
    'i18next',
    'i18nextLng',
  ]);
  expect(DETECTION.caches).toEqual(['cookie', 'localStorage']);
  expect(DETECTION.cookieOptions).toEqual({ path: '/', sameSite: 'strict' });
});

test('a detected tag becomes a language that Intl takes', () => {
  const convert = DETECTION.convertDetectedLanguage;
  if (typeof convert !== 'function') throw new Error('no conversion');
  expect(['es-MX', 'EN', 'ca_ES', 'en-US@posix', 'fr'].map(convert)).toEqual(['es', 'en', 'ca', 'en', 'fr']);
});

test("a region's tag is read as its language", async () => {
  const instance = await started('ca-ES');
  expect(instance.t('save')).toBe('Desa');
  expect(instance.resolvedLanguage).toBe('ca');
});

test('what a language lacks is said in English', async () => {
  const instance = await started('fr');
  expect(instance.t('save')).toBe('Save');
});

test('a text that exists nowhere is an error in development', async () => {
  const instance = await started('en');
  // A key that the types would refuse.
  expect(() => instance.t('nowhere' as 'save')).toThrow('common:nowhere');
});
