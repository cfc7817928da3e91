import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

export type DeviceKind = 'phone' | 'tablet' | 'computer' | 'program' | 'unknown';

/** What a user agent says of itself, in names that people know. */
export interface Device {
  kind: DeviceKind;
  browser: string | null;
  system: string | null;
}

/** The first that fits: most browsers also name those that they want to be taken for. */
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

/** Phones that pretend to be others stand before those. An iPad says that it is a Mac, and cannot be told apart. */
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

/** Reads a user agent; what it does not say, or hides, is null rather than guessed. */
export function readDevice(userAgent: string | null): Device {
  if (!userAgent?.trim()) return { kind: 'unknown', browser: null, system: null };
  const browser = BROWSERS.find(([sign]) => sign.test(userAgent))?.[1] ?? null;
  const [, system, kind] = SYSTEMS.find(([sign]) => sign.test(userAgent)) ?? [null, null, null];
  if (kind) return { kind, browser, system };
  return { kind: browser ? 'unknown' : 'program', browser, system: null };
}

/** "Safari on iPhone", in the reader's language. */
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
