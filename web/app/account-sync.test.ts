import { expect, it } from 'vitest';
import { followedFields } from './account-sync.tsx';

it('follows the synced account’s name, address, language, zone, date format, currency and plan', () => {
  const row = {
    id: '0123456789',
    authorId: '7f1c8a52-95b0-4b8c-9a0d-1f2e3d4c5b6a',
    name: 'Nina Roca',
    slug: 'nina-roca',
    language: 'ca',
    timeZone: 'Europe/Madrid',
    dateFormat: 'ymd',
    currencyCode: 'JPY',
    settings: {},
    createdAt: 0,
    planState: null,
    cappedAt: null,
    updatedAt: 0,
    deletedAt: null,
    pausedAt: 5,
    heldAt: null,
    siteHeldAt: null,
  } as const;
  expect(followedFields(row)).toEqual({
    name: 'Nina Roca',
    slug: 'nina-roca',
    language: 'ca',
    timeZone: 'Europe/Madrid',
    dateFormat: 'ymd',
    currency: 'JPY',
    planState: null,
    cappedAt: null,
    pausedAt: 5,
    heldAt: null,
    siteHeldAt: null,
  });
});
