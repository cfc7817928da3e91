import type { TextFile } from './written-references.ts';

/** A word with several meanings, or a phrase that readers of other languages misread, and the terms to use. */
export const UNCLEAR: readonly { pattern: RegExp; use: string }[] = [
  { pattern: /(?<!\bin )\bplaces?\b/i, use: 'location, position, or the exact noun' },
  { pattern: /\bat once\b/i, use: 'immediately, at the same time, in one request' },
  { pattern: /\banew\b/i, use: 'again' },
  { pattern: /\bby (?:itself|themselves)\b/i, use: 'automatically, alone' },
  { pattern: /(?<!’s )\bleads? to\b/i, use: 'redirects to, links to, opens' },
  { pattern: /\bstands for\b/i, use: 'represents, replaces' },
  { pattern: /\b(?:whoever|somebody)\b/i, use: 'a person, a user' },
];

/** Names that were replaced. */
const OLD_NAMES = /\b(?:[a-z]\w*Places?|place[A-Z]\w*|nudges?|nudge_\w+|giveUp|callPacker|farewell|findDoor)\b/;
/** Keys of `locales` with such a name: translators know them by it. */
const KEYS = /'[\w.:]*\b(?:noPlace|addPlaces)'/g;
/** Texts of the product, of which each has its own terms, and migrations, which never change once they ran. */
const EXCLUDED = /^(?:supabase\/|local\/demo\/|tests\/(?:support|contract)\/plain-words\.|web\/lib\/i18n\/i18n-types)/;

const COMMENT = /^\s*(?:\/\*|\*|\/\/|\{\/\*)|(?<=\s)\/\/ /;
const TEST_NAME = /\b(?:test|it|describe)(?:\.\w+(?:\([^)]*\))?)?\((['`]).*?\1,/;

/** Returns the comment, test name or document text of a line without code spans and quoted texts; '' for other lines. */
function proseOf(line: string, path: string): string {
  const isProse = path.endsWith('.md') || COMMENT.test(line);
  const text = isProse ? line : (TEST_NAME.exec(line)?.[0] ?? '');
  return text.replaceAll(/`[^`]*`|“[^”]*”|"[^"]*"|\{\{\w+\}\}/g, '');
}

/** Returns each unclear phrase and each replaced name, with its file and line. */
export function unclearWords(files: readonly TextFile[]): string[] {
  return files
    .filter(({ path }) => !EXCLUDED.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => {
        const prose = proseOf(line, path);
        const phrases = UNCLEAR.filter(({ pattern }) => pattern.test(prose));
        const name = path.endsWith('.md') ? null : OLD_NAMES.exec(line.replaceAll(KEYS, ''));
        return [
          ...phrases.map(({ pattern, use }) => `${path}:${index + 1}: ${pattern.exec(prose)![0]}, use ${use}`),
          ...(name ? [`${path}:${index + 1}: ${name[0]}`] : []),
        ];
      }),
    );
}
