import { createContext, use } from 'react';
import type { Account } from '#core/domain/accounts.ts';
import { useLanguage } from '../i18n/i18n.ts';
import { createFormat, type Format, type FormatSettings } from './format.ts';

/** The selected account, whose zone, currency and date format apply. Null on public pages and while signed out. */
export const FormatContext = createContext<Pick<Account, 'timeZone' | 'currency' | 'dateFormat'> | null>(null);

/** Time zone of this device. */
export const deviceTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

// Cached, so that a format keeps its identity, also between components.
const formats = new Map<string, Format>();

/**
 * Returns formatters in the reader's language, and in the zone, currency and date format of the selected account. `own`
 * overrides its zone and currency. Without an account, dates are in the device's zone.
 */
export function useFormat(own: { zone?: string; currency?: string } = {}): Format {
  const account = use(FormatContext);
  const settings: FormatSettings = {
    language: useLanguage(),
    zone: own.zone ?? account?.timeZone ?? deviceTimeZone(),
    // ISO 4217: no currency.
    currency: own.currency ?? account?.currency ?? 'XXX',
    dateFormat: account?.dateFormat ?? 'auto',
  };
  const key = Object.values(settings).join(' ');
  const format = formats.get(key) ?? createFormat(settings);
  formats.set(key, format);
  return format;
}
