import { describe, expect, test } from 'vitest';
import { readDevice } from './device.ts';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('readDevice', () => {
  test.each([
    [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`, 'Safari', 'Mac', 'computer'],
    [`${MAC} ${KIT} Chrome/142.0.0.0 Safari/537.36`, 'Chrome', 'Mac', 'computer'],
    [`${MAC} ${KIT} Chrome/142.0.0.0 Safari/537.36 OPR/125.0`, 'Opera', 'Mac', 'computer'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
      'Firefox',
      'Windows',
      'computer',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
      'Edge',
      'Windows',
      'computer',
    ],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KIT} Chrome/142.0.0.0 Safari/537.36`,
      'Chrome',
      'ChromeOS',
      'computer',
    ],
    [`Mozilla/5.0 (X11; Linux x86_64) ${KIT} HeadlessChrome/142.0.0.0 Safari/537.36`, 'Chrome', 'Linux', 'computer'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari',
      'iPhone',
      'phone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
      'Chrome',
      'iPhone',
      'phone',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1 Mobile/15E148 Safari/604.1',
      'Safari',
      'iPad',
      'tablet',
    ],
    [
      `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${KIT} Chrome/142.0.0.0 Mobile Safari/537.36`,
      'Chrome',
      'Android',
      'phone',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-X210) ${KIT} SamsungBrowser/28.0 Chrome/130.0 Safari/537.36`,
      'Samsung Internet',
      'Android',
      'tablet',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 Instagram 358.0',
      'Instagram',
      'iPhone',
      'phone',
    ],
  ])('%s', (userAgent, browser, system, kind) => {
    expect(readDevice(userAgent)).toEqual({ browser, system, kind });
  });

  test('returns null for facts the user agent omits', () => {
    expect(readDevice(null)).toEqual({ kind: 'unknown', browser: null, system: null });
    expect(readDevice('  ')).toEqual({ kind: 'unknown', browser: null, system: null });
    expect(readDevice('node')).toEqual({ kind: 'program', browser: null, system: null });
    expect(readDevice('curl/8.5.0')).toEqual({ kind: 'program', browser: null, system: null });
    expect(readDevice('Something Firefox/1')).toEqual({ kind: 'unknown', browser: 'Firefox', system: null });
  });
});
