import { expect, test } from 'vitest';
import { isAllowedRedirect } from './redirects.ts';
import { defaultSettings, type AuthSettings } from './settings.ts';

const settings: AuthSettings = {
  ...defaultSettings,
  siteUrl: 'https://albumen.example:8443/app',
  externalUrl: 'http://localhost:4302',
  anonKey: 'a',
  serviceKey: 's',
  redirectUrls: [
    'https://*.studio.example/**',
    'https://exact.example/p?x=1',
    'albumen://{open,back}',
    'https://[ab].example/*',
  ],
};

test.each([
  'https://albumen.example:8443/anything?x=1#y',
  'https://ada.studio.example/p/one/two',
  'https://exact.example/p?x=1#fragment',
  'albumen://open',
  'albumen://back',
  'https://a.example/one',
  'http://127.0.0.1:3000/x',
  'http://[::1]:3000/x',
])('allows %s', (url) => {
  expect(isAllowedRedirect(url, settings)).toBe(true);
});

test.each([
  '',
  '/relative',
  '//albumen.example:8443/',
  'https://albumen.example/other-port',
  'http://albumen.example:8443/',
  'https://albumen.example:8443@evil.example/',
  'https://albumen.example:8443\\@evil.example/',
  'https://evil.example/#https://ada.studio.example/',
  'https://evil.example/?https://ada.studio.example/p',
  'https://one.two.studio.example/',
  'https://adaxstudio.example/',
  'https://exact.example/p?x=12',
  'https://c.example/one',
  'https://a.example/one/two',
  'albumen://other',
  'http://10.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://127.1/',
  'https://albumen。example:8443/',
  'https://ada.studio.example\t/',
  'javascript:alert(1)//https://ada.studio.example/',
])('refuses %s', (url) => {
  expect(isAllowedRedirect(url, settings)).toBe(false);
});

test('ignores the port of a site on this machine', () => {
  const local = { ...settings, siteUrl: 'http://localhost:4300' };
  expect(isAllowedRedirect('http://localhost:5173/x', local)).toBe(true);
  expect(isAllowedRedirect('https://localhost:4300/x', local)).toBe(false);
});
