import { describe, expect, it } from 'vitest';
import { ROLES } from '#core/domain/roles.ts';
import { paths } from './paths.ts';
import { isAt, settingsGroups } from './settings-places.ts';

describe('the settings', () => {
  it('show an assistant nothing that they may not open', () => {
    const places = settingsGroups('assistant').flatMap((group) => group.places.map(({ name }) => name));
    expect(places).toEqual(['studio', 'storage', 'locations', 'team', 'security']);
  });

  it.each(ROLES)('have each place once for the %s', (role) => {
    const places = settingsGroups(role).flatMap((group) => group.places.map(({ to }) => to));
    expect(new Set(places).size).toBe(places.length);
  });

  it('are at the place whose address begins the present one', () => {
    const places = settingsGroups('owner').flatMap((group) => group.places);
    const at = (pathname: string) => places.filter((place) => isAt(place, pathname)).map(({ name }) => name);
    expect(at(paths.settings)).toEqual(['studio']);
    expect(at(`${paths.presets}/new`)).toEqual(['presets']);
    expect(at(paths.security)).toEqual(['security']);
    expect(at(paths.securityLog)).toEqual(['log']);
  });
});
