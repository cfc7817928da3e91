import { expect, test } from 'vitest';
import type { PageSettings } from '#core/domain/site/pages.ts';
import type { DraftPage } from '../use-site.ts';
import { pageChanges, pageValues } from './page-values.ts';

const page = (settings: PageSettings) =>
  ({ title: 'About', description: '', path: 'about', settings }) as unknown as DraftPage;

test('returns the stored page unchanged, with settings that the form does not have', () => {
  const settings = {
    kind: 'post',
    menu: true,
    date: Date.UTC(2026, 4, 31, 17, 30),
    seoTitle: 'Us',
    translations: { es: { title: 'Nosotros', description: 'Quiénes somos' } },
    fromLater: [1, 2],
  } as PageSettings;
  const stored = page(settings);
  expect(pageChanges(pageValues(stored, 'en'), stored)).toEqual({
    title: 'About',
    description: '',
    path: 'about',
    settings,
  });
});

test('removes emptied settings and translations without a title', () => {
  const stored = page({
    menuTitle: 'Us',
    noindex: true,
    photoId: 'p'.repeat(20),
    translations: { es: { title: 'Sí' } },
  });
  const values = {
    ...pageValues(stored, 'en'),
    menuTitle: ' ',
    noindex: false,
    photoId: null,
    translations: { es: { title: ' ', description: 'Lost', menuTitle: '' } },
  };
  expect(pageChanges(values, stored).settings).toEqual({ menu: false });
});

test('gives a post another day at noon', () => {
  const stored = page({ kind: 'post', date: Date.UTC(2026, 4, 31) });
  const { settings } = pageChanges({ ...pageValues(stored, 'en'), day: '2026-06-02' }, stored);
  expect(settings).toMatchObject({ date: Date.UTC(2026, 5, 2, 12) });
});
