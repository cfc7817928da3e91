import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '#core/domain/values/errors.ts';
import { LANGUAGES } from '#core/domain/values/languages.ts';

const root = new URL('../../../locales/', import.meta.url);

function namespaces(language: string): string[] {
  return readdirSync(new URL(`${language}/`, root)).sort();
}

/** Returns every text by its dotted key. */
function texts(language: string, file: string): Map<string, string> {
  const flat = new Map<string, string>();
  const walk = (value: unknown, path: string) => {
    if (typeof value === 'string') flat.set(path, value);
    else if (value && typeof value === 'object') {
      for (const [key, child] of Object.entries(value)) walk(child, path ? `${path}.${key}` : key);
    } else throw new Error(`${language}/${file}: ${path} is no text`);
  };
  walk(JSON.parse(readFileSync(new URL(`${language}/${file}`, root), 'utf8')), '');
  return flat;
}

function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{-?\s*([^},\s]+)/g)].map((match) => match[1] ?? ''))].sort();
}

test('has a text for every error code', () => {
  expect(ERROR_CODES.filter((code) => !texts('en', 'errors.json').has(code))).toEqual([]);
});

// Directive 2011/83/EU, article 8(2), and article 98.2 of the Spanish consumer law: no other words, and no studio's own.
test('says the obligation to pay on the button of an order', () => {
  expect(LANGUAGES.map((language) => texts(language, 'public.json').get('orderButton'))).toEqual([
    'Order with obligation to pay',
    'Pedido con obligación de pago',
    'Comanda amb obligació de pagament',
  ]);
});

describe.each(LANGUAGES.filter((language) => language !== 'en'))('%s', (language) => {
  test('has the namespaces of English', () => {
    expect(namespaces(language)).toEqual(namespaces('en'));
  });

  test.each(namespaces('en'))('%s has the keys and placeholders of English and no empty text', (file) => {
    const english = texts('en', file);
    const translated = texts(language, file);
    // A language may have additional plural forms (Spanish and Catalan: `_many`, for millions).
    const keys = [...translated.keys()].filter((key) => !key.endsWith('_many'));
    expect(keys.sort()).toEqual([...english.keys()].sort());
    for (const [key, text] of translated) {
      expect(text.trim(), key).not.toBe('');
      const source = english.get(key) ?? english.get(key.replace(/_many$/, '_other')) ?? '';
      expect(placeholders(text), key).toEqual(placeholders(source));
    }
  });
});

test.each(namespaces('ca'))('Catalan %s elides “de” before names: `{{name, de}}`', (file) => {
  const names = /\bde \{\{(studio|name|client|inviter|gallery|type|person|who)\}\}/;
  expect([...texts('ca', file)].filter(([, text]) => names.test(text))).toEqual([]);
});

test.each(namespaces('ca'))('Catalan %s elides articles before dates and numbers: `{{date, el}}`', (file) => {
  // Templates of mails are edited by studios, and `elideBeforeFields` elides them.
  const isTemplate = (key: string) => file === 'mail.json' && key.startsWith('messages.');
  const articles = /(?<![\p{L}’])(el|al|del) \{\{/iu;
  expect([...texts('ca', file)].filter(([key, text]) => !isTemplate(key) && articles.test(text))).toEqual([]);
});
