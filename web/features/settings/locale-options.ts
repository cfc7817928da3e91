/** Offered first when a studio opens; the rest of ISO 4217 follows, as the browser knows it. */
const COMMON = ['EUR', 'USD', 'GBP', 'CHF', 'MXN', 'ARS', 'CLP', 'COP'];

/** Currencies to choose from, each with its name in the reader's language. */
export function currencyOptions(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'currency' });
  const rest = Intl.supportedValuesOf('currency').filter((code) => !COMMON.includes(code));
  return [...COMMON, ...rest].map((value) => ({ value, label: `${value} – ${names.of(value) ?? value}` }));
}

/** Zones by their IANA names, as people search for them. */
export function timeZoneOptions(current: string): { value: string; label: string }[] {
  const known = Intl.supportedValuesOf('timeZone');
  const all = known.includes(current) ? known : [current, ...known];
  return all.map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}

export const deviceTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
