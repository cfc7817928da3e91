import i18next, {
  type BackendModule,
  type FormatterModule,
  type InitOptions,
  type PostProcessorModule,
  type ReadCallback,
  type ResourceKey,
  type ResourceLanguage,
} from 'i18next';
import { initReactI18next } from 'react-i18next';
import { formatCatalan } from '#core/domain/values/catalan.ts';
import { oneFullStop } from '#core/domain/values/sentences.ts';
import { type Language, LANGUAGES, matchLanguage } from '#core/domain/values/languages.ts';
import { LANGUAGE_DETECTOR } from './language-detector.ts';

export interface I18nSetup {
  /** Namespaces to load before the first paint, beside `common` and `errors`. Others load when first used. */
  namespaces?: readonly string[];
  /** Texts that are part of the page and need no request. Missing ones are fetched. */
  preloaded?: Partial<Record<Language, ResourceLanguage>> | null | undefined;
}

/**
 * Fetches the texts of a namespace. i18next asks again, at growing intervals, after an error that may pass: of the network
 * or of the server. Written here since `i18next-http-backend` is 3 KB of the public pages' first script.
 */
export const LOCALE_FILES: BackendModule = {
  type: 'backend',
  callbackApi: true,
  init: () => {},
  read: (language, namespace, callback) => void readLocale(`/locales/${language}/${namespace}.json`, callback),
};

async function readLocale(path: string, callback: ReadCallback): Promise<void> {
  try {
    const response = await fetch(path);
    if (response.ok) callback(null, (await response.json()) as ResourceKey);
    else callback(`${path}: ${response.status}`, response.status >= 500);
  } catch (error) {
    callback(`${path}: ${String(error)}`, true);
  }
}

/** Formats the values of our texts, instead of i18next's own: numbers in their language, `{{name, de}}` in Catalan. */
export const FORMATTERS: FormatterModule = {
  type: 'formatter',
  init: () => {},
  add: () => {},
  addCached: () => {},
  // Spanish and Catalan would group from 10.000 on.
  format: (value: unknown, format, language) =>
    formatCatalan(
      (typeof value === 'number' ? value.toLocaleString(language, { useGrouping: 'always' }) : value) as string,
      format,
    ),
};

/** Ends the sentences of all texts with one full stop. */
export const FULL_STOPS: PostProcessorModule = { type: 'postProcessor', name: 'stops', process: oneFullStop };

export function i18nOptions({ namespaces = [], preloaded }: I18nSetup): InitOptions {
  return {
    supportedLngs: LANGUAGES,
    // The texts of each language are complete (locales.test.ts): a fallback would only be another request.
    fallbackLng: (tag: string) => (isLanguage(tag) ? [] : ['en']),
    load: 'languageOnly',
    ns: [...new Set(['common', 'errors', ...namespaces])],
    defaultNS: 'common',
    ...(preloaded && { resources: preloaded as Record<string, ResourceLanguage>, partialBundledLanguages: true }),
    postProcess: 'stops',
    // React escapes rendered text. Values without a format are formatted too, for the sake of numbers.
    interpolation: { escapeValue: false, alwaysFormat: true },
    ...(import.meta.env.DEV && { saveMissing: true, missingKeyHandler: failOnMissingKey }),
  };
}

const isLanguage = (tag: string) => LANGUAGES.some((language) => language === tag);

/** Throws in development, so that a missing text is noticed. */
function failOnMissingKey(languages: readonly string[], namespace: string, key: string): never {
  throw new Error(`No text ${namespace}:${key} in ${languages.join(', ')}`);
}

/** Initializes i18next and keeps `<html lang>` up to date. Resolves when the first namespaces are loaded. */
export async function initI18n(setup: I18nSetup = {}, files = LOCALE_FILES): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = matchLanguage(language);
  });
  await i18next
    .use(files)
    .use(FORMATTERS)
    .use(FULL_STOPS)
    .use(LANGUAGE_DETECTOR)
    .use(initReactI18next)
    .init(i18nOptions(setup));
}

/** Returns the current language. */
export function currentLanguage(): Language {
  return matchLanguage(i18next.resolvedLanguage);
}

/** Changes the language and stores the choice. */
export async function changeLanguage(language: Language): Promise<void> {
  await i18next.changeLanguage(language);
}
