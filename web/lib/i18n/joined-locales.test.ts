import i18next from 'i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { i18nOptions } from './i18n.ts';
import { joinedLocales } from './joined-locales.ts';

afterEach(() => vi.unstubAllGlobals());

test('fetches joined namespaces once, again after a failure, and others from their own files', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    if (asked.length === 1) return Promise.reject(new TypeError('Failed to fetch'));
    const joined = { common: { save: 'Desa' }, errors: { refused: 'No' } };
    return Promise.resolve(Response.json(path.endsWith('/office.json') ? joined : { title: 'Cita' }));
  });
  const instance = i18next.createInstance().use(joinedLocales('office', ['common', 'errors']));
  const options = {
    ...i18nOptions({ namespaces: ['booking'] }),
    fallbackLng: false,
    lng: 'ca',
    retryTimeout: 1,
  } as const;
  await instance.init(options);
  expect([instance.t('save'), instance.t('errors:refused' as 'save'), instance.t('booking:title' as 'save')]).toEqual([
    'Desa',
    'No',
    'Cita',
  ]);
  expect(asked.toSorted()).toEqual(['/locales/ca/booking.json', '/locales/ca/office.json', '/locales/ca/office.json']);
});
