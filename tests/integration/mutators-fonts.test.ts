import { afterAll, describe, expect, it } from 'vitest';
import { customFontValue } from '#core/domain/branding/fonts.ts';
import { memberContext } from '../support/back-office-rows.ts';
import { CLIENT, mutatorStudio } from '../support/mutator-studio.ts';
import { insertFont } from '../support/rows.ts';

const studio = await mutatorStudio('admin');
const { database, office, members, ctx, query } = studio;
afterAll(() => studio.close());

const mutate = (name: string, args: object) => office.mutate(name, { ...args, now: CLIENT } as never, ctx);
const font = () => insertFont(database.pool, members.accountId);
const metadataOf = async (id: string) =>
  (await query('select metadata from custom_fonts where id = $1', [id]))[0]!['metadata'] as { confirmed: unknown };
const setTheme = (key: string, value: string) =>
  query('update settings set value = $3 where account_id = $1 and key = $2', [
    members.accountId,
    `theme.${key}`,
    JSON.stringify(value),
  ]);
const themeOf = async () => {
  const rows = await query(`select key, value from settings where account_id = $1 and key like 'theme.%Font'`, [
    members.accountId,
  ]);
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
};

describe('a font', () => {
  it('keeps who confirmed it first, and when by the server’s clock', async () => {
    const id = await font();
    expect(await mutate('fonts.confirm', { id })).toBe('done');
    const first = await metadataOf(id);
    expect(first.confirmed).toEqual({ userId: ctx.userId, at: expect.any(Number) });
    expect((first.confirmed as { at: number }).at).not.toBe(CLIENT);
    const owner = memberContext(members, 'owner', () => CLIENT * 3);
    expect(await office.mutate('fonts.confirm', { id, now: CLIENT } as never, owner)).toBe('done');
    expect(await metadataOf(id)).toEqual(first);
  });

  it('its uses change to the default font when it is deleted, and its file to the job', async () => {
    const [id, other] = [await font(), await font()];
    await setTheme('headingFont', customFontValue(id));
    await setTheme('menuFont', customFontValue(id));
    await setTheme('bodyFont', customFontValue(other));
    expect(await mutate('fonts.remove', { id })).toBe('done');
    expect(await themeOf()).toEqual({
      'theme.headingFont': 'Inter',
      'theme.menuFont': 'Inter',
      'theme.bodyFont': customFontValue(other),
    });
    const effects = await query(`select kind, payload from outbox where account_id = $1 order by kind`, [
      members.accountId,
    ]);
    expect(effects).toEqual([
      { kind: 'cdn.purge', payload: { slugs: [expect.any(String)] } },
      { kind: 'font.erase', payload: { id } },
    ]);
    expect(await mutate('fonts.remove', { id })).toBe('not_found');
  });
});
