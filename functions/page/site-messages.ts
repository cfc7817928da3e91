import type { Language } from '#core/domain/values/languages.ts';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { COLUMNS, type Row } from '#core/domain/site/page-rows.ts';
import { GALLERIES, HOME, JOURNAL } from '#core/domain/site/site-links.ts';
import { MAX_LISTED_GALLERIES } from '#core/domain/site/site-pictures.ts';
import caContact from '#locales/ca/contact.json' with { type: 'json' };
import enContact from '#locales/en/contact.json' with { type: 'json' };
import esContact from '#locales/es/contact.json' with { type: 'json' };
import ca from '#locales/ca/site.json' with { type: 'json' };
import en from '#locales/en/site.json' with { type: 'json' };
import es from '#locales/es/site.json' with { type: 'json' };
import { journalNumber, journalPath, POSTS_A_PAGE } from './journal.ts';

/*
 * Pages that every website has without anybody writing them: lists of posts and of galleries, and messages in the site's
 * look.
 */

/** Path of the page that a sent contact form redirects to. */
export const SENT = 'sent';
/** Represents an address without a page; no request has this path. */
export const MISSING = '*';

const TEXTS = { en, es, ca } as const;
const CONTACT = { en: enContact, es: esContact, ca: caContact } as const;

/** A page of a website without its rows. */
interface BuiltInPage {
  id: string;
  path: string;
  title: string;
  description: string;
  order: number;
  updatedAt: number;
  settings: { noindex?: true; translations: Record<Language, { title: string }> };
}

/** Returns the built-in page of a path, in all languages; null for all other paths. */
export function builtInPage(path: string, own: Language): BuiltInPage | null {
  const number = journalNumber(path);
  const title = (language: Language): string | null => {
    const { journal, page } = TEXTS[language];
    if (number !== null) return number === 1 ? journal : `${journal}, ${page.replace('{{number}}', String(number))}`;
    if (path === GALLERIES) return TEXTS[language].galleries;
    if (path === SENT) return CONTACT[language].sent.title;
    return path === MISSING ? TEXTS[language].missing.title : null;
  };
  if (title(own) === null) return null;
  const translations = Object.fromEntries(LANGUAGES.map((one) => [one, { title: title(one)! }])) as Record<
    Language,
    { title: string }
  >;
  const isListed = number !== null || path === GALLERIES;
  const settings = { translations, ...(isListed ? {} : { noindex: true as const }) };
  const address = number === null ? { id: path, path } : { id: JOURNAL, path: journalPath(number) };
  return { ...address, title: title(own)!, description: '', order: 0, updatedAt: 0, settings };
}

const PART = '0'.repeat(20);

function rowsOf(...blocks: { kind: string; [field: string]: unknown }[]): Row[] {
  const cell = {
    id: PART,
    span: COLUMNS,
    blocks: blocks.map((block, at) => ({ id: `${PART.slice(1)}${at}`, ...block })),
  };
  return [{ id: PART, v: 1, look: {}, cells: [cell] }];
}

const perLanguage = <Value>(value: (language: Language) => Value) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, value(language)]));

const message = (title: (language: Language) => string, text: (language: Language) => string): Row[] =>
  rowsOf(
    { kind: 'heading', level: 1, text: perLanguage(title) },
    { kind: 'text', body: perLanguage((one) => [{ type: 'p', children: [{ text: text(one) }] }]) },
    { kind: 'button', style: 'quiet', link: HOME, label: perLanguage((one) => TEXTS[one].home) },
  );

/** Returns the rows of a built-in page; null for pages that the studio has written. */
export function builtInRows(id: string, studio: string): Row[] | null {
  if (id === JOURNAL) {
    return rowsOf(
      { kind: 'heading', level: 1, text: perLanguage((one) => TEXTS[one].journal) },
      { kind: 'posts', count: POSTS_A_PAGE },
    );
  }
  if (id === GALLERIES) {
    return rowsOf(
      { kind: 'heading', level: 1, text: perLanguage((one) => TEXTS[one].galleries) },
      { kind: 'galleries', count: MAX_LISTED_GALLERIES },
    );
  }
  if (id === SENT) {
    return message(
      (one) => CONTACT[one].sent.title,
      (one) => CONTACT[one].sent.text.replace('{{studio}}', () => studio),
    );
  }
  if (id !== MISSING) return null;
  return message(
    (one) => TEXTS[one].missing.title,
    (one) => TEXTS[one].missing.text,
  );
}
