import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

export type DeviceKind = 'phone' | 'tablet' | 'computer' | 'program' | 'unknown';

/** Device, browser and system of a user agent, by their usual names. */
interface Device {
  kind: DeviceKind;
  browser: string | null;
  system: string | null;
}

/** Patterns in order: the first match wins, because most browsers also name others for compatibility. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Vivaldi\//, 'Vivaldi'],
  [/DuckDuckGo\//, 'DuckDuckGo'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Instagram/, 'Instagram'],
  [/FBAN|FBAV/, 'Facebook'],
  [/Chrom(?:e|ium)\/|CriOS\//, 'Chrome'],
  [/Version\/\S+ .*Safari\//, 'Safari'],
];

/** Patterns in order: devices that name others come first. An iPad reports a Mac and cannot be distinguished. */
const SYSTEMS: readonly (readonly [RegExp, string, DeviceKind])[] = [
  [/iPhone|iPod/, 'iPhone', 'phone'],
  [/iPad/, 'iPad', 'tablet'],
  [/Android.*Mobile/, 'Android', 'phone'],
  [/Android/, 'Android', 'tablet'],
  [/CrOS/, 'ChromeOS', 'computer'],
  [/Windows/, 'Windows', 'computer'],
  [/Macintosh|Mac OS X/, 'Mac', 'computer'],
  [/Linux|X11/, 'Linux', 'computer'],
];

/** Reads a user agent. Unknown facts are null. */
export function readDevice(userAgent: string | null): Device {
  if (!userAgent?.trim()) return { kind: 'unknown', browser: null, system: null };
  const browser = BROWSERS.find(([sign]) => sign.test(userAgent))?.[1] ?? null;
  const [, system, kind] = SYSTEMS.find(([sign]) => sign.test(userAgent)) ?? [null, null, null];
  if (kind) return { kind, browser, system };
  return { kind: browser ? 'unknown' : 'program', browser, system: null };
}

/** Returns a function that describes a user agent as "Safari on iPhone". */
export function useDeviceName(): (userAgent: string | null) => string {
  const { t } = useTranslation('security');
  return useCallback(
    (userAgent) => {
      const { browser, system, kind } = readDevice(userAgent);
      if (browser && system) return t('devices.both', { browser, system });
      return browser ?? system ?? t(kind === 'program' ? 'devices.app' : 'devices.unknown');
    },
    [t],
  );
}
