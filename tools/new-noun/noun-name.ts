/** A name that the generator refuses; its message says why and what to type instead. */
export class Refused extends Error {}

/** A noun in the spellings that code and texts use. */
export interface Noun {
  /** Words in lower case: `price lists`. */
  plural: string;
  singular: string;
}

/** Words that PostgreSQL or JavaScript reserves, or that the generated files use as names. */
const RESERVED = new Set(
  (
    'all analyse analyze and any array as asc break case cast catch check class collate column const constraint continue ' +
    'create current debugger default deferrable delete desc distinct do else end enum except export extends false fetch ' +
    'finally for foreign from function grant group having if import in initially instanceof interface intersect into ' +
    'isnull lateral leading let like limit localtime new not notnull null number offset on only or order placing primary ' +
    'query mutator references return returning row schema select static string super switch symmetric table then this ' +
    'throw to trailing true try type typeof union unique user using var variadic void when where while window with yield'
  ).split(' '),
);

/**
 * Returns the noun of a command.
 * @param plural as typed: `suppliers`, `price-lists`
 * @param singular if it is not the plural without its ending: `person` of `people`
 * @throws Refused
 */
export function readNoun(plural: string | undefined, singular?: string): Noun {
  if (!plural) throw new Refused('Name the noun in the plural: npm run new:noun -- suppliers');
  assertWords(plural);
  if (singular !== undefined) assertWords(singular);
  const one = singular ?? singularOf(plural);
  if (one === plural) throw new Refused(`"${plural}" is its own singular: its rows need another name than its list.`);
  for (const word of [plural, one]) {
    if (RESERVED.has(word))
      throw new Refused(`"${word}" is a reserved word of SQL, JavaScript or of the generated files.`);
  }
  if (plural.length > 40) throw new Refused('A noun has at most 40 letters: constraints get their names from it.');
  return { plural: plural.replaceAll('-', ' '), singular: one.replaceAll('-', ' ') };
}

function assertWords(name: string): void {
  if (!/^[a-z]{2,}(-[a-z]{2,})*$/.test(name)) {
    throw new Refused(`"${name}" is no noun: use lower-case letters, and a dash between words, as in price-lists.`);
  }
}

function singularOf(plural: string): string {
  if (!/[^s]s$/.test(plural)) {
    throw new Refused(
      `"${plural}" is no plural. If it is one, name its singular: npm run new:noun -- people --singular person`,
    );
  }
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`;
  return plural.replace(/(?<=s|x|z|ch|sh)es$|s$/, '');
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const camel = (words: string) => words.replaceAll(/ (.)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the spellings of a noun, each a list of its plural and its singular. */
export function spellings({ plural, singular }: Noun) {
  const both = (spell: (words: string) => string) => [spell(plural), spell(singular)] as const;
  return {
    camel: both(camel),
    pascal: both((words) => capital(camel(words))),
    kebab: both((words) => words.replaceAll(' ', '-')),
    snake: both((words) => words.replaceAll(' ', '_')),
    constant: both((words) => words.replaceAll(' ', '_').toUpperCase()),
    words: both((words) => words),
    sentence: both(capital),
  };
}

/** The noun of the templates. */
const EXAMPLE: Noun = { plural: 'example nouns', singular: 'example noun' };

/** Replaces the templates' noun by another one, in every spelling. */
export function rename(text: string, noun: Noun): string {
  const [from, to] = [Object.values(spellings(EXAMPLE)), Object.values(spellings(noun))];
  let renamed = text;
  // Plurals first: they contain the singular.
  for (const number of [0, 1] as const) {
    for (const [index, spelling] of from.entries()) renamed = renamed.replaceAll(spelling[number], to[index]![number]);
  }
  return renamed;
}
