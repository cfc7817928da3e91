import { type ActorRole, can, type Capability } from '#core/domain/studio/roles.ts';
import type { Offers } from '#web/lib/env.ts';
import { paths } from '#web/lib/paths.ts';

/** A screen of the settings. Its label is `settings:tabs.<name>`. */
export interface SettingsNavItem {
  name:
    | 'studio'
    | 'domain'
    | 'website'
    | 'money'
    | 'cardPayments'
    | 'notifications'
    | 'usage'
    | 'plan'
    | 'integrations'
    | 'data'
    | 'booking'
    | 'locations'
    | 'mails'
    | 'branding'
    | 'presets'
    | 'watermarks'
    | 'team'
    | 'log'
    | 'security';
  to: string;
  needs: Capability;
}

export interface SettingsNavGroup {
  name: 'business' | 'clients' | 'looks' | 'people' | 'you';
  items: readonly SettingsNavItem[];
}

const GROUPS: readonly SettingsNavGroup[] = [
  {
    name: 'business',
    items: [
      { name: 'studio', to: paths.settings, needs: 'account.read' },
      { name: 'domain', to: paths.domain, needs: 'domain.manage' },
      { name: 'website', to: paths.siteSettings, needs: 'site.publish' },
      { name: 'money', to: paths.money, needs: 'money.all' },
      { name: 'cardPayments', to: paths.cardPayments, needs: 'billing.manage' },
      { name: 'notifications', to: paths.notifications, needs: 'account.update' },
      { name: 'usage', to: paths.usage, needs: 'account.read' },
      { name: 'plan', to: paths.usage, needs: 'account.read' },
      { name: 'integrations', to: paths.integrations, needs: 'integrations.manage' },
      { name: 'data', to: paths.data, needs: 'account.delete' },
    ],
  },
  {
    name: 'clients',
    items: [
      { name: 'booking', to: paths.booking, needs: 'scheduling.write' },
      { name: 'locations', to: paths.locations, needs: 'sessions.read' },
      { name: 'mails', to: paths.mails, needs: 'account.update' },
    ],
  },
  {
    name: 'looks',
    items: [
      { name: 'branding', to: paths.branding, needs: 'account.update' },
      { name: 'presets', to: paths.presets, needs: 'galleries.write' },
      { name: 'watermarks', to: paths.watermarks, needs: 'galleries.write' },
    ],
  },
  {
    name: 'people',
    items: [
      { name: 'team', to: paths.team, needs: 'members.read' },
      { name: 'log', to: paths.securityLog, needs: 'security.read' },
    ],
  },
  { name: 'you', items: [{ name: 'security', to: paths.security, needs: 'account.read' }] },
];

/**
 * Returns the groups and items that a role may open; empty groups are left out. The page of the usage is that of the plan
 * where studios pay.
 */
export function settingsNav(role: ActorRole, offers: Offers): SettingsNavGroup[] {
  const isOffered = ({ name, needs }: SettingsNavItem) =>
    can(role, needs) &&
    (offers.domains || name !== 'domain') &&
    (offers.cards || name !== 'cardPayments') &&
    name !== (offers.billing ? 'usage' : 'plan');
  return GROUPS.map((group) => ({ ...group, items: group.items.filter(isOffered) })).filter(
    ({ items }) => items.length > 0,
  );
}

/**
 * True if the path is the item's own or below it. The studio item matches its own path only, since all others are below
 * it.
 */
export function isCurrentItem(item: SettingsNavItem, pathname: string): boolean {
  return pathname === item.to || (item.to !== paths.settings && pathname.startsWith(`${item.to}/`));
}
