import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/*
 * References between code and documents: links, citations of a document in a comment, file names in documents, and the
 * rows of docs/specification.md, which name a file and the text that it contains.
 */

export interface TextFile {
  /** Relative to the root, with `/`. */
  path: string;
  text: string;
}

const SOURCES = [
  '{core,docs,functions,local,ops,stacks,supabase,tests,tools,web}/**/*.{ts,tsx,js,mjs,css,sql,md,toml,html}',
  '.github/**/*.yml',
  '*.{md,ts}',
];
/** Others' text. */
const EXCLUDED = ['**/node_modules/**', 'docs/upstream/**'];

/** Reads all texts that people write. */
export function readWritten(root: string): TextFile[] {
  return globSync(SOURCES, { cwd: root, exclude: EXCLUDED }).map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(`${root}/${path}`, 'utf8'),
  }));
}

/** Anchors of a Markdown text's headings, as GitHub makes them. */
function anchorsOf(markdown: string): string[] {
  const headings = markdown.replaceAll(/^```[^]*?^```/gm, '').matchAll(/^#+ (.+)$/gm);
  return Array.from(headings, ([, text]) =>
    text!
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}

const CITATION = /(?<![\w./-])((?:docs\/[\w./-]+|supabase\/README|README)\.md)(#[\w-]+)?/g;
const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(#[^)\s]+)?\)/g;

/** Returns links and citations whose file or anchor does not exist, as `file: reference`. */
export function brokenReferences(files: readonly TextFile[], exists: (path: string) => boolean): string[] {
  const anchors = new Map(
    files.filter(({ path }) => path.endsWith('.md')).map(({ path, text }) => [path, anchorsOf(text)]),
  );
  const isBroken = (target: string, anchor: string | undefined) => {
    if (anchor === undefined) return !exists(target);
    const name = anchor.slice(1);
    // Code completes a name such as `#alarm-${name}`.
    return !anchors.get(target)?.some((known) => (name.endsWith('-') ? known.startsWith(name) : known === name));
  };
  return files.flatMap(({ path, text }) => {
    const cited = [...text.matchAll(CITATION)].filter(([, target, anchor]) => isBroken(target!, anchor));
    const links = path.endsWith('.md') ? [...text.matchAll(LINK)] : [];
    const broken = links.filter(([, target, anchor]) =>
      isBroken(target ? posix.join(posix.dirname(path), target) : path, anchor),
    );
    return [...cited, ...broken].map(([reference]) => `${path}: ${reference}`);
  });
}

const FILE_NAME = /`((?:core|docs|functions|local|locales|ops|stacks|supabase|tests|web)\/[\w./{},*-]+)`/g;

/** Returns the files and folders that documents name and that do not exist, as `document: name`. */
export function missingFiles(files: readonly TextFile[], root: string): string[] {
  return files
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) =>
      [...new Set(Array.from(text.matchAll(FILE_NAME), ([, name]) => name!))]
        .filter((name) => globSync(name, { cwd: root }).length === 0)
        .map((name) => `${path}: ${name}`),
    );
}

/** Citations of documents that are not in this repository. Written so that this line is none. */
const ELSEWHERE = /\b(?:decisions|spec(?:ification)?(?:['’]s)?),? §|\bthe spec\b|\bquality\.md|\bdesign\/[\w-]+\.md/gi;

/** Returns citations of documents that nobody has who has this repository. */
export function citationsOfElsewhere(files: readonly TextFile[]): string[] {
  return files.flatMap(({ path, text }) => Array.from(text.matchAll(ELSEWHERE), ([found]) => `${path}: ${found}`));
}

/** A table's row in docs/specification.md. */
export interface SpecificationRow {
  /** The first cell. */
  what: string;
  /** Texts that the file contains. */
  kept: string[];
  /** Path or pattern. */
  file: string;
}

const codeOf = (cell: string) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, code]) => code!);

/** Returns the rows of all tables whose last columns are "Kept as" and "File". */
export function specificationRows(markdown: string): SpecificationRow[] {
  const tables = markdown.split(/\n\s*\n/).filter((part) => /^\|.*\| Kept as *\| File *\|\n/.test(part));
  return tables.flatMap((table) =>
    table
      .trim()
      .split('\n')
      .slice(2)
      .map((line) => {
        const cells = line.split('|').map((cell) => cell.trim());
        return { what: cells[1]!, kept: codeOf(cells.at(-3)!), file: codeOf(cells.at(-2)!).join() };
      }),
  );
}

/** Returns what rows claim and their files do not contain; a row without a text or a file is a claim too. */
export function unkeptRows(rows: readonly SpecificationRow[], root: string): string[] {
  const texts = new Map<string, string>();
  const read = (pattern: string) => {
    const paths = pattern === '' ? [] : globSync(pattern, { cwd: root });
    return paths.map((path) => readFileSync(`${root}/${path}`, 'utf8')).join('\n');
  };
  return rows.flatMap(({ what, kept, file }) => {
    if (!texts.has(file)) texts.set(file, read(file));
    const text = texts.get(file)!;
    if (text === '' || kept.length === 0) return [`${what}: ${file || 'no file'}`];
    return kept.filter((claim) => !text.includes(claim)).map((claim) => `${file}: ${claim}`);
  });
}
