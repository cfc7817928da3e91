import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROLES } from '#core/domain/studio/roles.ts';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { matchesWords } from '#web/lib/format/normalize-for-search.ts';
import { paths } from '#web/lib/paths.ts';
import { isCurrentItem, settingsNav } from './settings-nav.ts';

const ALL = { domains: true, cards: true, billing: true };

describe('settingsNav', () => {
  it('hides items that an assistant may not open', () => {
    const items = settingsNav('assistant', ALL).flatMap((group) => group.items.map(({ name }) => name));
    expect(items).toEqual(['studio', 'plan', 'locations', 'team', 'security']);
  });

  it.each(ROLES)('lists each item once for the %s', (role) => {
    const items = settingsNav(role, ALL).flatMap((group) => group.items.map(({ to }) => to));
    expect(new Set(items).size).toBe(items.length);
  });

  it('lists no domain where the stage offers none', () => {
    const names = (hasDomains: boolean) =>
      settingsNav('owner', { ...ALL, domains: hasDomains }).flatMap(({ items }) => items.map(({ name }) => name));
    expect([names(true).includes('domain'), names(false).includes('domain')]).toEqual([true, false]);
  });

  it('names the plan only where studios pay', () => {
    const names = (billing: boolean) =>
      settingsNav('owner', { ...ALL, billing }).flatMap(({ items }) =>
        items.flatMap(({ name, to }) => (to === paths.usage ? [name] : [])),
      );
    expect([names(true), names(false)]).toEqual([['plan'], ['usage']]);
  });

  it('marks the item of the current path', () => {
    const items = settingsNav('owner', ALL).flatMap((group) => group.items);
    const at = (pathname: string) => items.filter((item) => isCurrentItem(item, pathname)).map(({ name }) => name);
    expect(at(paths.settings)).toEqual(['studio']);
    expect(at(`${paths.presets}/new`)).toEqual(['presets']);
    expect(at(paths.security)).toEqual(['security']);
    expect(at(paths.securityLog)).toEqual(['log']);
  });
});

const texts = (language: string, file: string) =>
  JSON.parse(readFileSync(new URL(`../../locales/${language}/${file}.json`, import.meta.url), 'utf8'));

it('mails to a studio name the page of the settings on which they are chosen', () => {
  for (const language of LANGUAGES)
    expect(texts(language, 'mail').notices.settings).toContain(texts(language, 'settings').tabs.notifications);
});

it.each([
  ['en', 'bizum', 'money'],
  ['en', 'days off', 'booking'],
  ['es', 'iban', 'money'],
  ['es', 'DIAS vacaciones', 'booking'],
  ['ca', 'dies lliures', 'booking'],
  ['ca', 'colors fosc', 'branding'],
])('the texts in %s find "%s" in %s', (language, search, name) => {
  const { tabs, contents } = texts(language, 'settings');
  expect(matchesWords(`${tabs[name]} ${contents[name]}`, search)).toBe(true);
});
