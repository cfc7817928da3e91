import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#core/domain/values/languages.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** Pronouns that Catalan appends to a verb. */
const CLITICS = 'me|te|se|nos|vos|lo|la|los|les|li|ne|ho|hi';

/** Returns the words that the glossary's last table forbids, by language: its columns are those of `LANGUAGES`. */
function readForbidden(): RegExp[] {
  const table = read('docs/glossary.md').split("## Words that texts don't use")[1] ?? '';
  const rows = table.split('\n').filter((line) => line.startsWith('|'));
  return LANGUAGES.map((_, index) => {
    const words = rows.slice(2).flatMap((row) => [...(row.split('|')[index + 2] ?? '').matchAll(/`(.+?)`/g)]);
    const patterns = words.map(([, word]) => word!.replace('*', '\\p{L}*'));
    return new RegExp(`(?<![\\p{L}\\d-])(?:${patterns.join('|')})(?:-(?:${CLITICS}))?(?![\\p{L}\\d-])`, 'iu');
  });
}

/** Returns the texts of a file with their keys, without placeholders. */
function texts(file: string): string[] {
  const walk = (value: unknown, path: string): string[] =>
    typeof value === 'string'
      ? [`${path}: ${value.replaceAll(/\{\{.*?\}\}/g, '…')}`]
      : Object.entries(value as object).flatMap(([key, child]) => walk(child, `${path}.${key}`));
  return walk(JSON.parse(read(file)), file);
}

const forbidden = readForbidden();

test.each([
  ['en', 'Send an e-mail', 'Send an email'],
  ['en', 'New inquiries', 'New messages'],
  ['en', 'Colors', 'Colours'],
  ['es', 'Solo para propietarios', 'Solo para el rol de propietario/a'],
  ['ca', 'Descarrega l’arxiu', 'Baixa el fitxer'],
  ['ca', 'Pots descarregar-les', 'Pots baixar-les'],
] as const)('in %s, “%s” has a word that the glossary forbids, “%s” none', (language, wrong, right) => {
  const words = forbidden[LANGUAGES.indexOf(language)]!;
  expect([words.test(wrong), words.test(right)]).toEqual([true, false]);
});

test.each([...LANGUAGES])('texts in %s have no word that the glossary forbids', (language) => {
  const words = forbidden[LANGUAGES.indexOf(language)]!;
  const files = readdirSync(new URL(`locales/${language}/`, root)).map((file) => `locales/${language}/${file}`);
  expect(files.flatMap(texts).filter((line) => words.test(line.slice(line.indexOf(': '))))).toEqual([]);
});

/** Names of screens that texts name, by language: tabs and headings. */
function screenNames(language: string): string[] {
  const names = (file: string, of: (json: Record<string, Record<string, string>>) => string[]) =>
    of(JSON.parse(read(`locales/${language}/${file}.json`)));
  const tabs = (json: Record<string, Record<string, string>>) => Object.values(json.tabs!);
  return ['settings', 'scheduling', 'galleries', 'customers'].flatMap((file) => names(file, tabs));
}

const PATH_OF_SCREEN =
  /(?:Settings|Scheduling|Ajustes|Agenda|Configuració)(?: → |, (?:under|en|a) [“«])([^.:;”»]*)|(?:under|gallery, en|galería, en|galeria, a) [“«]([^”»]*)/g;

test.each([...LANGUAGES])('texts in %s name screens as the screens do', (language) => {
  const names = screenNames(language);
  const files = readdirSync(new URL(`locales/${language}/`, root)).map((file) => `locales/${language}/${file}`);
  const paths = files
    .flatMap(texts)
    .flatMap((line) => [...line.matchAll(PATH_OF_SCREEN)].map((match) => ({ line, name: match[1] ?? match[2]! })));
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter(({ name }) => !names.some((known) => name.startsWith(known)))).toEqual([]);
});

test.each([
  ['en', /[\d…]\s%|['"]/],
  ['es', /[\d…]%|["“”]|\.\.\./],
  ['ca', /[\d…]%|["“”]|\.\.\./],
] as const)('texts in %s have its percent sign and quotes', (language, wrong) => {
  const files = readdirSync(new URL(`locales/${language}/`, root)).map((file) => `locales/${language}/${file}`);
  expect(files.flatMap(texts).filter((line) => wrong.test(line.slice(line.indexOf(': '))))).toEqual([]);
});

/** Fields that hold names, months and lengths, before which the preposition loses its vowel. */
const ELIDED = 'actor|client|device|gallery|language|length|list|month|name|studio|subject|who';

test('Catalan texts elide the preposition before names and months by their format', () => {
  const bare = new RegExp(`(?<![\\p{L}’'])[Dd]e \\{\\{(?:${ELIDED})\\}\\}`, 'u');
  const walk = (value: unknown, path: string): string[] =>
    typeof value === 'string'
      ? [`${path}: ${value}`]
      : Object.entries(value as object).flatMap(([key, child]) => walk(child, `${path}.${key}`));
  const all = readdirSync(new URL('locales/ca/', root)).flatMap((file) =>
    walk(JSON.parse(read(`locales/ca/${file}`)), file),
  );
  expect(all.filter((line) => bare.test(line))).toEqual([]);
});
