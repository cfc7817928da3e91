/** Currencies offered first; the others of ISO 4217 that the browser knows follow. */
const COMMON = ['EUR', 'USD', 'GBP', 'CHF', 'MXN', 'ARS', 'CLP', 'COP'];

/** Returns the currencies with their names in the reader's language. */
export function currencyOptions(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'currency' });
  const rest = Intl.supportedValuesOf('currency').filter((code) => !COMMON.includes(code));
  return [...COMMON, ...rest].map((value) => ({ value, label: `${value} – ${names.of(value) ?? value}` }));
}

/** Returns the time zones by IANA name, including the current one. */
export function timeZoneOptions(current: string): { value: string; label: string }[] {
  const known = Intl.supportedValuesOf('timeZone');
  const all = known.includes(current) ? known : [current, ...known];
  return all.map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
