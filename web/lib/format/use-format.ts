import { createContext, use } from 'react';
import type { Account } from '#core/domain/studio/accounts.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { deviceLocale, deviceTimeZone } from './device.ts';
import { createFormat, type Format, type FormatSettings, hasHour12 } from './format.ts';

/** The selected account, whose zone, currency and date format apply. Null on public pages and while signed out. */
export const FormatContext = createContext<Pick<Account, 'timeZone' | 'currency' | 'dateFormat'> | null>(null);

// Cached, so that a format keeps its identity, also between components.
const formats = new Map<string, Format>();

/**
 * Returns formatters in the reader's language, and in the zone, currency and date format of the selected account. `own`
 * overrides its zone and currency. Without an account, dates are in the device's zone and on its region's clock.
 */
export function useFormat(own: { zone?: string; currency?: string } = {}): Format {
  const account = use(FormatContext);
  const settings: FormatSettings = {
    language: useLanguage(),
    zone: own.zone ?? account?.timeZone ?? deviceTimeZone(),
    // `XXX` is ISO 4217's code for no currency.
    currency: own.currency ?? account?.currency ?? 'XXX',
    dateFormat: account?.dateFormat ?? 'auto',
    // Without an account: the clock of this device's region, which need not be that of the page's language.
    hour12: account ? undefined : hasHour12(deviceLocale()),
  };
  const key = Object.values(settings).join(' ');
  const format = formats.get(key) ?? createFormat(settings);
  formats.set(key, format);
  return format;
}
