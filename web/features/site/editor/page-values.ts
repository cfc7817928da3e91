import { type Language, LANGUAGES } from '#core/domain/values/languages.ts';
import type { PageMeta, PageSettings } from '#core/domain/site/pages.ts';
import type { DraftPage } from '../use-site.ts';

export interface PageTexts {
  title: string;
  description: string;
  menuTitle: string;
}

/** Values of the form of a page's settings. */
interface PageValues extends PageTexts {
  path: string;
  menu: boolean;
  seoTitle: string;
  seoDescription: string;
  noindex: boolean;
  photoId: string | null;
  /** Day of a post, `2026-05-31`; empty for a page. */
  day: string;
  translations: Partial<Record<Language, PageTexts>>;
}

const dayOf = (date: number | undefined) => (date === undefined ? '' : new Date(date).toISOString().slice(0, 10));
/** Settings that are absent without a value. */
const REMOVABLE: ReadonlySet<string> = new Set([
  'menuTitle',
  'seoTitle',
  'seoDescription',
  'noindex',
  'photoId',
  'translations',
]);
const NO_TEXTS: PageTexts = { title: '', description: '', menuTitle: '' };

/** Returns the form's values of a stored page. */
export function pageValues({ title, description, path, settings }: DraftPage, studioLanguage: Language): PageValues {
  const others = LANGUAGES.filter((one) => one !== studioLanguage);
  return {
    title,
    description,
    path,
    menuTitle: settings.menuTitle ?? '',
    menu: settings.menu === true,
    seoTitle: settings.seoTitle ?? '',
    seoDescription: settings.seoDescription ?? '',
    noindex: settings.noindex === true,
    photoId: settings.photoId ?? null,
    day: dayOf(settings.date),
    translations: Object.fromEntries(
      others.map((one) => {
        const texts = settings.translations?.[one];
        return [
          one,
          { title: texts?.title ?? '', description: texts?.description ?? '', menuTitle: texts?.menuTitle ?? '' },
        ];
      }),
    ),
  };
}

/**
 * Returns what the form changes. Settings are stored as a whole: those that it does not have stay as they are. A
 * translation without a title does not exist, so its other texts go too.
 */
export function pageChanges(values: PageValues, { settings }: DraftPage): Partial<PageMeta> {
  const others = Object.entries(settings).filter(([name]) => !REMOVABLE.has(name));
  const translations = Object.fromEntries(
    Object.entries(values.translations).flatMap(([language, texts]) =>
      texts.title.trim() ? [[language, withoutEmpty(texts)]] : [],
    ),
  );
  const next = {
    ...Object.fromEntries(others),
    menu: values.menu,
    ...withoutEmpty({
      menuTitle: values.menuTitle,
      seoTitle: values.seoTitle,
      seoDescription: values.seoDescription,
    }),
    ...(values.noindex && { noindex: true }),
    ...(values.photoId && { photoId: values.photoId }),
    ...(values.day && { date: sameDay(settings.date, values.day) ?? Date.parse(`${values.day}T12:00:00Z`) }),
    ...(Object.keys(translations).length > 0 && { translations }),
  } as PageSettings;
  return {
    title: values.title.trim(),
    description: values.description.trim(),
    path: values.path,
    settings: next,
  };
}

/** A post keeps its time while its day is the same. */
const sameDay = (date: number | undefined, day: string) => (date !== undefined && dayOf(date) === day ? date : null);

function withoutEmpty<T extends object>(texts: T): Partial<T> {
  const entries = Object.entries(texts).flatMap(([name, text]) =>
    String(text).trim() ? [[name, String(text).trim()]] : [],
  );
  return Object.fromEntries(entries) as Partial<T>;
}

export const textsIn = (values: PageValues, language: Language): PageTexts => values.translations[language] ?? NO_TEXTS;
