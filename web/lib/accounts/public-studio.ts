import type { ContactOptions, PublicStudio } from '#core/api/public.ts';
import type { Account } from '#core/domain/studio/accounts.ts';
import { readBookingRules } from '#core/domain/sessions/booking.ts';
import { readProfile } from '#core/domain/studio/studio-profile.ts';
import { readTheme } from '#core/domain/branding/theme.ts';

export interface Setting {
  key: string;
  value: unknown;
}

/** Returns the studio as its public pages show it, for previews, and whether it accepts bookings. */
export function publicStudio(
  account: Account,
  settings: readonly Setting[],
): { studio: PublicStudio; booking: boolean; contact: ContactOptions | null } {
  const { slug, name, language, timeZone } = account;
  const valueOf = (key: string) => settings.find((setting) => setting.key === key)?.value;
  const text = (key: string) => {
    const value = valueOf(key);
    return typeof value === 'string' ? value : '';
  };
  const theme = readTheme(valueOf);
  const { contactForm, ...profile } = readProfile(valueOf('photographer'));
  const logos = { logoUrl: text('theme.logoUrl'), logoDarkUrl: text('theme.logoDarkUrl') };
  const studio = { slug, name, language, timeZone, ...profile, ...logos, theme };
  const contact = contactForm ? { types: [] } : null;
  return { studio, booking: readBookingRules(valueOf('booking')).isOpen, contact };
}
