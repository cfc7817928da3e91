import { can, type Capability, type Role } from '#core/domain/roles.ts';
import { paths } from './paths.ts';

/** A screen of the settings: its label is `settings:tabs.<name>`. */
export interface SettingsPlace {
  name:
    | 'studio'
    | 'money'
    | 'notifications'
    | 'storage'
    | 'data'
    | 'booking'
    | 'locations'
    | 'mails'
    | 'presets'
    | 'watermarks'
    | 'team'
    | 'log'
    | 'security';
  to: string;
  needs: Capability;
}

export interface SettingsGroup {
  name: 'business' | 'clients' | 'looks' | 'people' | 'you';
  places: readonly SettingsPlace[];
}

const GROUPS: readonly SettingsGroup[] = [
  {
    name: 'business',
    places: [
      { name: 'studio', to: paths.settings, needs: 'account.read' },
      { name: 'money', to: paths.money, needs: 'money.all' },
      { name: 'notifications', to: paths.notifications, needs: 'account.update' },
      { name: 'storage', to: paths.storage, needs: 'account.read' },
      { name: 'data', to: paths.data, needs: 'account.delete' },
    ],
  },
  {
    name: 'clients',
    places: [
      { name: 'booking', to: paths.booking, needs: 'scheduling.write' },
      { name: 'locations', to: paths.locations, needs: 'sessions.read' },
      { name: 'mails', to: paths.mails, needs: 'account.update' },
    ],
  },
  {
    name: 'looks',
    places: [
      { name: 'presets', to: paths.presets, needs: 'galleries.write' },
      { name: 'watermarks', to: paths.watermarks, needs: 'galleries.write' },
    ],
  },
  {
    name: 'people',
    places: [
      { name: 'team', to: paths.team, needs: 'members.read' },
      { name: 'log', to: paths.securityLog, needs: 'security.read' },
    ],
  },
  { name: 'you', places: [{ name: 'security', to: paths.security, needs: 'account.read' }] },
];

/** What a role finds in the settings; groups that have nothing for it are left out. */
export function settingsGroups(role: Role): SettingsGroup[] {
  return GROUPS.map((group) => ({ ...group, places: group.places.filter(({ needs }) => can(role, needs)) })).filter(
    ({ places }) => places.length > 0,
  );
}

/** Whether an address is a place's own, or of something below it. The studio's is above all others. */
export function isAt(place: SettingsPlace, pathname: string): boolean {
  return pathname === place.to || (place.to !== paths.settings && pathname.startsWith(`${place.to}/`));
}
