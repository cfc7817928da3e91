import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Noun, Refused, spellings } from './noun-name.ts';

/**
 * Returns what a tree still lacks for a noun, one line a point; none once it is done.
 * @throws Refused if the tree has no such noun
 */
export function openPoints(root: string, noun: Noun): string[] {
  const { camel, kebab, snake } = spellings(noun);
  if (!existsSync(join(root, `locales/en/${kebab[0]}.json`))) throw new Refused(`There are no ${noun.plural} here.`);
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const isNamed = (pattern: string, text: string) =>
    globSync(pattern, { cwd: root }).some((path) => read(path).includes(text));
  const points = read('supabase/schema.txt').includes(`table ${snake[0]} `)
    ? []
    : ['supabase/schema.txt: npx vitest run --project services tests/integration/schema.test.ts -u'];
  for (const language of ['es', 'ca']) {
    const path = `locales/${language}/${kebab[0]}.json`;
    const keys = englishTexts(JSON.parse(read(path)) as Texts, noun);
    if (keys.length > 0) points.push(`${path}: translate "${noun.plural}" in ${keys.join(', ')}`);
  }
  if (!read('docs/glossary.md').includes(`\`${snake[0]}\``)) {
    points.push(
      `docs/glossary.md: a row with the terms of the three languages and \`${snake[0]}\` as the word of the code`,
    );
  }
  if (!isNamed('web/app/*.{ts,tsx}', `paths.${camel[0]}`)) {
    points.push(`navigation: no menu leads to paths.${camel[0]}; settings are in web/app/settings-nav.ts`);
  }
  if (!isNamed('tests/e2e/**/*.ts', `/${kebab[0]}`)) {
    points.push('screens: tests/e2e/support/studio-screens.ts has none of it, so no test looks at it in a browser');
  }
  return points;
}

interface Texts {
  readonly [key: string]: string | Texts;
}

/** Returns the keys of texts that contain the noun in English. */
export function englishTexts(texts: Texts, noun: Noun, prefix = ''): string[] {
  const english = new RegExp(`\\b(?:${noun.plural}|${noun.singular})\\b`, 'i');
  return Object.entries(texts).flatMap(([key, text]) => {
    if (typeof text !== 'string') return englishTexts(text, noun, `${prefix}${key}.`);
    return english.test(text) ? [prefix + key] : [];
  });
}
