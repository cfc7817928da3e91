import { existsSync } from 'node:fs';

export const FIREFOX_PATH = '/usr/bin/firefox-esr';
export const WEBKIT_DRIVER_PATH = '/usr/bin/WebKitWebDriver';

/** Debian's packages and a file of each. */
const NEEDED: readonly (readonly [name: string, file: string])[] = [
  ['firefox-esr', FIREFOX_PATH],
  ['webkit2gtk-driver', WEBKIT_DRIVER_PATH],
  ['xvfb', '/usr/bin/Xvfb'],
  ['xauth', '/usr/bin/xauth'],
  ['python3-gi', '/usr/lib/python3/dist-packages/gi/__init__.py'],
  ['gir1.2-gtk-3.0', '/usr/lib/x86_64-linux-gnu/girepository-1.0/Gtk-3.0.typelib'],
  ['gir1.2-webkit2-4.1', '/usr/lib/x86_64-linux-gnu/girepository-1.0/WebKit2-4.1.typelib'],
];

/** Returns the names of Debian's packages that the tests in other engines need and this machine lacks. */
export function missingPackages(): readonly string[] {
  return NEEDED.filter(([, file]) => !existsSync(file)).map(([name]) => name);
}

/** Returns how to have the packages that this machine lacks; null if it has all. */
export function packagesNote(missing: readonly string[]): string | null {
  return missing.length === 0
    ? null
    : `Firefox and WebKit need Debian's packages: apt-get install --no-install-recommends ${missing.join(' ')}`;
}
