import type { LanguageDetectorModule } from 'i18next';
import { LANGUAGE_COOKIE, LANGUAGE_COOKIE_S } from '#core/domain/values/languages.ts';
import { canonicalLocale } from '../format/device.ts';

/**
 * Returns the languages that the page is asked for, the preferred first: that of the address (`?lng=`), that of the
 * cookie, that of local storage, those of the browser. `es-MX` becomes `es`; tags that Intl refuses are left out.
 */
export function detectLanguages({ search, cookie, stored, languages }: Asked): string[] {
  const kept = cookie.split('; ').find((pair) => pair.startsWith(`${LANGUAGE_COOKIE}=`));
  return [new URLSearchParams(search).get('lng'), kept?.split('=')[1], stored, ...languages].flatMap(
    (tag) => canonicalLocale(tag)?.split('-')[0] ?? [],
  );
}

interface Asked {
  /** Query of the address. */
  search: string;
  /** All cookies, as `document.cookie`. */
  cookie: string;
  /** Language that local storage keeps. */
  stored: string | null;
  /** Languages of the browser, as `navigator.languages`. */
  languages: readonly string[];
}

const STORAGE_KEY = 'i18nextLng';

function readStorage(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    // Refused: nothing is stored.
    return null;
  }
}

/**
 * Detects the language, and stores it in the cookie that the edge reads and writes, and in local storage. Written here
 * since `i18next-browser-languagedetector` is 2 KB of the public pages' first script.
 */
export const LANGUAGE_DETECTOR: LanguageDetectorModule = {
  type: 'languageDetector',
  detect: () =>
    detectLanguages({
      search: location.search,
      cookie: document.cookie,
      stored: readStorage(),
      languages: navigator.languages ?? [],
    }),
  cacheUserLanguage: (language) => {
    document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${LANGUAGE_COOKIE_S}; samesite=strict`;
    try {
      localStorage.setItem(STORAGE_KEY, language);
    } catch {
      // Refused: the cookie keeps it.
    }
  },
};
