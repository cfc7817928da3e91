import { type Noun, Refused, spellings } from './noun-name.ts';

/** A line that a list gets, in the order of the alphabet if the list is ordered. */
interface Registration {
  file: string;
  /** Matches the lines of the list; its group is what they are ordered by. */
  among: RegExp;
  line: string;
  /** The name that the line brings into the file, if it is an import. */
  imports?: string;
}

/** The lines by which the back office knows a noun, in the lists of queries, mutators, tables, screens and texts. */
export function registrationsOf(noun: Noun): Registration[] {
  const { camel, kebab, pascal } = spellings(noun);
  const [[plural, singular], [file]] = [camel, kebab];
  const listOf = (folder: 'queries' | 'mutators', suffix: 'Queries' | 'Mutators'): Registration[] => [
    {
      file: `core/zero/${folder}.ts`,
      among: new RegExp(`^import \\{.* from '\\./${folder}/(.+)\\.ts';$`),
      line: `import { ${singular}${suffix} } from './${folder}/${file}.ts';`,
      imports: `${singular}${suffix}`,
    },
    {
      file: `core/zero/${folder}.ts`,
      among: new RegExp(`^  (\\w+): \\w+${suffix},$`),
      line: `  ${plural}: ${singular}${suffix},`,
    },
  ];
  return [
    {
      file: 'core/zero/schema.ts',
      among: /^.* from '\.\/tables\/(.+)\.ts';$/,
      line: `import { ${plural} } from './tables/${file}.ts';`,
      imports: plural,
    },
    // Tables without the four spaces of relationships, whose names end in Relations.
    { file: 'core/zero/schema.ts', among: /^ {4}(?!\w+Relations,)(\w+),$/, line: `    ${plural},` },
    ...listOf('queries', 'Queries'),
    ...listOf('mutators', 'Mutators'),
    {
      file: 'web/lib/paths.ts',
      among: /^ {2}\w+: '\/app\/settings\/([\w-]+)',$/,
      line: `  ${plural}: '/app/settings/${file}',`,
    },
    {
      file: 'web/app/routes/settings.tsx',
      among: /^import \{ \w+ \} from '#web\/features\/(.+)\.tsx';$/,
      line: `import { ${pascal[0]}Page } from '#web/features/${file}/${file}-page.tsx';`,
      imports: `${pascal[0]}Page`,
    },
    {
      file: 'web/app/routes/settings.tsx',
      among: /^ {2}\{ path: paths\.(money), /,
      line: `  { path: paths.${plural}, element: requireCapability('account.read', <${pascal[0]}Page tabs={tabs} />) },`,
    },
    { file: 'web/app/namespaces.ts', among: /^ {2}'(?!common'|errors')([\w-]+)',$/, line: `  '${file}',` },
  ];
}

/**
 * Returns a file's text with a list's new line, behind the last line of the list that the alphabet has before it.
 * @throws Refused if the line is there, or there is no such list
 */
export function register(text: string, { file, among, line, imports }: Registration): string {
  const lines = text.split('\n');
  const key = among.exec(line)?.[1];
  if (lines.some((present) => present === line || (key !== undefined && among.exec(present)?.[1] === key))) {
    throw new Refused(`${file} has "${line.trim()}" already.`);
  }
  if (imports && new RegExp(`(?:const|[{,])\\s*${imports}\\b(?!:)`).test(text)) {
    throw new Refused(`${file} has something else that is called ${imports}.`);
  }
  const entries = lines.flatMap((present, index) => {
    const order = among.exec(present)?.[1];
    return order === undefined ? [] : [{ order, index }];
  });
  if (entries.length === 0) throw new Error(`${file} has no list of lines as ${among}.`);
  const before = key === undefined ? entries.at(-1) : entries.findLast(({ order }) => order < key);
  return lines.toSpliced(before ? before.index + 1 : entries[0]!.index, 0, line).join('\n');
}
