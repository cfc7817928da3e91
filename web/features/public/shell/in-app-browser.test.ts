import { expect, it } from 'vitest';
import { isInAppBrowser } from './in-app-browser.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`${IPHONE} Mobile/15E148 Instagram 390.0.0.28.85 (iPhone15,2; iOS 18_6; ca_ES)`, true],
  [`${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/520.0.0.38.101;FBBV/756351453]`, true],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 Version/4.0 Chrome/140.0 Mobile Safari/537.36',
    true,
  ],
  [`${ANDROID} Version/4.0 Chrome/140.0 Mobile Safari/537.36 WA4A/2.26.30.97`, true],
  [`${IPHONE} Version/18.6 Mobile/15E148 Safari/604.1 [WAiOS/2.26.31]`, true],
  [`${ANDROID} Chrome/140.0 Mobile Safari/537.36 Telegram-Android/11.4.2 (Google Pixel 9; Android 15)`, true],
  // Gmail's web view.
  [`${IPHONE} Mobile/15E148`, true],
  [`${IPHONE} Version/18.6 Mobile/15E148 Safari/604.1`, false],
  [`${ANDROID} Chrome/140.0 Mobile Safari/537.36`, false],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)', false],
])('%s', (userAgent, inApp) => expect(isInAppBrowser(userAgent, {})).toBe(inApp));

it('tells a page on the home screen from a web view, and Telegram by its objects', () => {
  expect(isInAppBrowser(`${IPHONE} Mobile/15E148`, { standalone: true })).toBe(false);
  expect(isInAppBrowser(`${ANDROID} Chrome/140.0 Mobile Safari/537.36`, { hasTelegram: true })).toBe(true);
});
