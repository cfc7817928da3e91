import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_BOOKING_RULES } from '#core/domain/sessions/booking.ts';
import { DEFAULT_NOTIFICATIONS } from '#core/domain/studio/notifications.ts';
import { DEFAULT_TAX } from '#core/domain/payments/receipts.ts';
import { DEFAULT_THEME, HOUSE_THEME, readTheme } from '#core/domain/branding/theme.ts';
import type { Ctx } from '#core/zero/context.ts';
import { makeMembers, memberContext, type Members } from '../support/back-office-rows.ts';
import { type BackOffice, backOffice } from '../support/back-office.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { insertAccount } from '../support/rows.ts';

const NOW = Date.UTC(2030, 4, 1, 12);

let database: TestDatabase;
let office: BackOffice;
let members: Members;
let ctx: Ctx;
beforeAll(async () => {
  database = await createDatabase();
  office = backOffice(database);
  members = await makeMembers(database.pool);
  ctx = memberContext(members, 'admin', () => NOW);
});
afterAll(() => database?.drop());

const setPhotographer = (profile: unknown) =>
  office.mutate('settings.setPhotographer', { profile, now: 1000 } as never, ctx);

async function valueOf(key: string): Promise<unknown> {
  const sql = 'select value from settings where account_id = $1 and key = $2';
  return (await database.pool.query(sql, [members.accountId, key])).rows[0]?.value;
}

describe('the profile', () => {
  it('changes the given fields and keeps the others, also unknown ones', async () => {
    const kept = { profilePhoto: 'p', coverPhoto: 'c', lockedDays: ['2030-12-25'], later: { deep: [1] } };
    const old = { businessName: 'Old', email: 'a@example.org', phone: '1', socialMedia: {}, ...kept };
    await database.pool.query(
      `update settings set value = $2, updated_at = '2029-01-01' where account_id = $1 and key = 'photographer'`,
      [members.accountId, old],
    );
    const socialMedia = [{ kind: 'Instagram', url: 'https://instagram.com/nora' }];
    expect(await setPhotographer({ phone: ' 600 ', bio: 'Weddings', socialMedia })).toBe('done');
    expect(await valueOf('photographer')).toEqual({ ...old, phone: '600', bio: 'Weddings', socialMedia });
    const { rows } = await database.pool.query(
      `select author_id, updated_at from settings where account_id = $1 and key = 'photographer'`,
      [members.accountId],
    );
    expect(rows).toEqual([{ author_id: ctx.userId, updated_at: new Date(NOW) }]);
  });

  it('loses a photo, whose files are deleted, and keeps the other', async () => {
    const path = `/logos/${members.accountId}/x-100x100.jpg`;
    await database.pool.query(`update settings set value = $2 where account_id = $1 and key = 'photographer'`, [
      members.accountId,
      { profilePhoto: path, coverPhoto: 'c' },
    ]);
    expect(await office.mutate('settings.removePhoto', { kind: 'profile', now: 1 } as never, ctx)).toBe('done');
    expect(await valueOf('photographer')).toEqual({ profilePhoto: '', coverPhoto: 'c' });
    const { rows } = await database.pool.query(`select payload from outbox where kind = 'logo.erase'`);
    expect(rows).toEqual([{ payload: { accountId: members.accountId, path } }]);
  });

  it('is created if missing or not an object, never from another studio’s', async () => {
    const { id: other } = await insertAccount(database.pool);
    await database.pool.query(
      `update settings set value = '{"businessName": "Theirs"}' where account_id = $1 and key = 'photographer'`,
      [other],
    );
    await database.pool.query(`delete from settings where account_id = $1 and key = 'photographer'`, [
      members.accountId,
    ]);
    expect(await setPhotographer({ bio: 'New' })).toBe('done');
    expect(await valueOf('photographer')).toEqual({ bio: 'New' });
    await database.pool.query(`update settings set value = '"text"' where account_id = $1 and key = 'photographer'`, [
      members.accountId,
    ]);
    expect(await setPhotographer({ bio: 'Again' })).toBe('done');
    expect(await valueOf('photographer')).toEqual({ bio: 'Again' });
  });

  it('changes no other setting', async () => {
    const others = async () =>
      (
        await database.pool.query(
          `select key, value, updated_at from settings where account_id = $1 and key <> 'photographer' order by key`,
          [members.accountId],
        )
      ).rows;
    const before = await others();
    await setPhotographer({ bio: 'Alone' });
    expect(await others()).toEqual(before);
  });

  it.each([
    { website: 'javascript:alert(1)' },
    { website: 'data:text/html,x' },
    { website: '//elsewhere.example' },
    { socialMedia: [{ kind: 'Site', url: 'javascript:alert(1)' }] },
    { socialMedia: [{ kind: '', url: 'https://example.org' }] },
    { socialMedia: {} },
    { socialMedia: Array.from({ length: 13 }, () => ({ kind: 'Site', url: 'https://example.org' })) },
    { bio: 'x'.repeat(2001) },
    { bio: '\ud800' },
    { website: 'https://example.org/\u0000' },
    { lockedDays: [] },
    { email: 'nobody' },
    { constructor: { prototype: {} } },
    JSON.parse('{"__proto__": {"bio": "x"}}') as object,
    [],
    null,
  ])('refuses %j', async (profile) => {
    const before = await valueOf('photographer');
    expect(await setPhotographer(profile)).toBe('validation_failed');
    expect(await valueOf('photographer')).toEqual(before);
  });
});

describe('other settings', () => {
  const mutate = (name: string, args: object) =>
    office.mutate(`settings.${name}`, { ...args, now: 1000 } as never, ctx);

  it('start with the defaults and keep absent fields', async () => {
    expect(await mutate('setBooking', { rules: { isOpen: true } })).toBe('done');
    expect(await mutate('setBooking', { rules: { horizonDays: 30 } })).toBe('done');
    expect(await valueOf('booking')).toEqual({ ...DEFAULT_BOOKING_RULES, isOpen: true, horizonDays: 30 });
    expect(await mutate('setTax', { tax: { name: 'IVA', rate: 2100 } })).toBe('done');
    expect(await valueOf('tax')).toEqual({ ...DEFAULT_TAX, name: 'IVA', rate: 2100 });
    expect(await mutate('setNotifications', { notifications: { day: true } })).toBe('done');
    expect(await valueOf('notifications')).toEqual({ ...DEFAULT_NOTIFICATIONS, day: true });
    expect(await mutate('setFirstSteps', { firstSteps: { dismissed: ['profile', 'type'] } })).toBe('done');
    expect(await mutate('setFirstSteps', { firstSteps: { dismissed: ['type'] } })).toBe('done');
    expect(await valueOf('firstSteps')).toEqual({ dismissed: ['type'] });
  });

  it('keep locked days beside the profile', async () => {
    await setPhotographer({ bio: 'Weddings' });
    expect(await mutate('lockDays', { days: ['2030-12-25'] })).toBe('done');
    await setPhotographer({ phone: '600' });
    expect(await valueOf('photographer')).toMatchObject({ bio: 'Weddings', phone: '600', lockedDays: ['2030-12-25'] });
  });

  it('keep all locked days of concurrent changes', async () => {
    await setPhotographer({ bio: 'Weddings' });
    expect(await mutate('lockDays', { days: ['2030-12-24', '2030-12-31'] })).toBe('done');
    const acts = [
      mutate('lockDays', { days: ['2030-12-25', '2030-12-26', '2030-12-31'] }),
      mutate('lockDays', { days: ['2030-08-01', '2030-12-26'] }),
      mutate('unlockDays', { days: ['2029-01-01', '2030-12-24'] }),
    ];
    expect(await Promise.all(acts)).toEqual(['done', 'done', 'done']);
    const days = ['2030-08-01', '2030-12-25', '2030-12-26', '2030-12-31'];
    expect(await valueOf('photographer')).toMatchObject({ bio: 'Weddings', lockedDays: days });
  });

  it('create the list of locked days and limit its length', async () => {
    await database.pool.query(`delete from settings where account_id = $1 and key = 'photographer'`, [
      members.accountId,
    ]);
    const day = (index: number) => new Date(Date.UTC(2031, 0, 1 + index)).toISOString().slice(0, 10);
    const days = (from: number, count: number) => Array.from({ length: count }, (_, index) => day(from + index));
    expect(await mutate('unlockDays', { days: days(0, 2) })).toBe('done');
    expect(await valueOf('photographer')).toEqual({ lockedDays: [] });
    expect(await mutate('lockDays', { days: days(0, 600) })).toBe('done');
    expect(await mutate('lockDays', { days: days(600, 401) })).toBe('limit_reached');
    expect(await mutate('lockDays', { days: days(600, 400) })).toBe('done');
    expect(await valueOf('photographer')).toEqual({ lockedDays: days(0, 1000) });
  });

  it('merge concurrent changes of different fields', async () => {
    await database.pool.query(`delete from settings where key = 'booking'`);
    const fields = { horizonDays: 10, cutoffHours: 11, reminderHours: 12, minNoticeMinutes: 13 };
    const acts = Object.entries(fields).map(([field, value]) => mutate('setBooking', { rules: { [field]: value } }));
    expect(await Promise.all(acts)).toEqual(['done', 'done', 'done', 'done']);
    expect(await valueOf('booking')).toMatchObject(fields);
  });

  it.each([
    ['setBooking', { rules: { horizonDays: 731 } }],
    ['setTax', { tax: { rate: 10_001 } }],
    ['setTax', { tax: { receiptPrefix: 'A B' } }],
    ['lockDays', { days: [] }],
    ['lockDays', { days: ['2030-02-30'] }],
    ['lockDays', { days: ['2030-12-26', '2030-12-25'] }],
    ['unlockDays', { days: ['2030-02-30'] }],
    ['setNotifications', { notifications: { everything: true } }],
    ['setDelivery', { delivery: { closingReminderDays: 31 } }],
    ['setFirstSteps', { firstSteps: { dismissed: ['anything'] } }],
  ])('%s refuses %j', async (name, args) => {
    expect(await mutate(name, args)).toBe('validation_failed');
  });
});

describe('the theme', () => {
  const setTheme = (theme: object | null) => office.mutate('settings.setTheme', { theme, now: 1000 } as never, ctx);
  const stored = async () => {
    const sql = 'select key, value from settings where account_id = $1';
    const { rows } = await database.pool.query<{ key: string; value: unknown }>(sql, [members.accountId]);
    return readTheme((name) => rows.find(({ key }) => key === name)?.value);
  };

  it('is stored as a whole under one key each, and counts as chosen even with the defaults', async () => {
    await database.pool.query(`delete from settings where account_id = $1 and key = 'theme.spacing'`, [
      members.accountId,
    ]);
    expect(await stored()).toEqual({ ...DEFAULT_THEME, updatedAt: 0 });
    expect(await setTheme(DEFAULT_THEME)).toBe('done');
    expect(await stored()).toEqual({ ...DEFAULT_THEME, updatedAt: NOW });
    const theme = {
      ...HOUSE_THEME,
      template: 'story',
      spacing: 'spacious',
      headingFont: 'custom:0123456789abcdefghjk',
    };
    expect(await setTheme(theme)).toBe('done');
    expect(await stored()).toEqual({ ...theme, updatedAt: NOW });
    expect(await valueOf('theme.spacing')).toBe('spacious');
  });

  it('refuses unknown values and keys', async () => {
    for (const broken of [{ template: 'loud' }, { primaryColor: 'red' }, { bodyFont: 'a"b' }, { logoUrl: '/x' }])
      expect(await setTheme({ ...HOUSE_THEME, ...broken })).toBe('validation_failed');
  });

  it('returns to the defaults, of which none counts as chosen, and keeps the logo', async () => {
    await database.pool.query(
      `update settings set value = '"/logos/a/t-1x1c.png"' where account_id = $1 and key = 'theme.logoUrl'`,
      [members.accountId],
    );
    expect(await setTheme(HOUSE_THEME)).toBe('done');
    expect(await setTheme(null)).toBe('done');
    expect(await stored()).toEqual({ ...DEFAULT_THEME, updatedAt: 0 });
    expect(await valueOf('theme.logoUrl')).toBe('/logos/a/t-1x1c.png');
  });
});
