import { expect, it, vi } from 'vitest';
import { deviceLocale, deviceTimeZone } from './device.ts';

it.each([
  [{ languages: ['es-mx', 'en'] }, 'es-MX'],
  [{ languages: ['C'], language: 'C' }, 'en-GB'],
  [{ languages: ['C.UTF-8', 'ca_ES.UTF-8'] }, 'ca-ES'],
  [{ languages: ['en-US@posix'], language: 'en-US@posix' }, 'en-US'],
  [{ languages: [], language: 'ca' }, 'ca'],
  [{ languages: [], language: '' }, 'en-GB'],
  [{}, 'en-GB'],
])('chooses a locale that Intl accepts: %j → %s', (device, locale) => {
  expect(deviceLocale(device)).toBe(locale);
  expect(() => new Intl.DateTimeFormat(deviceLocale(device))).not.toThrow();
});

it.each([
  ['Europe/Madrid', 'Europe/Madrid'],
  ['Etc/Unknown', 'America/Lima'],
  [undefined, 'America/Lima'],
  ['', 'America/Lima'],
])('replaces a device’s time zone that Intl refuses: %s → %s', (timeZone, expected) => {
  const format = Intl.DateTimeFormat.prototype;
  const options = format.resolvedOptions.call(new Intl.DateTimeFormat('en'));
  vi.spyOn(format, 'resolvedOptions').mockReturnValue({ ...options, timeZone: timeZone as string });
  expect(deviceTimeZone('America/Lima')).toBe(expected);
});
