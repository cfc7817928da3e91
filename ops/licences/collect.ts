import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { FUNCTIONS } from '../bundle/functions.ts';
import { CommandError } from '../lib/command.ts';

/** A package of which code, fonts or programs are part of a deployment. */
interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression of its manifest. */
  readonly licence: string;
  /** Where it runs: `browser`, or a function's name. */
  readonly where: readonly string[];
}

/**
 * Licences that allow selling a service and shipping its script. LGPL is permitted for programs that stay files of their
 * own: libvips and libheif.
 */
const PERMITTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
]);
/** Licences that a package states beside its manifest: png-js in its file LICENSE. */
const UNNAMED: Readonly<Record<string, string>> = { 'png-js': 'MIT' };
const REPLACEABLE = new Set(['@img/sharp-libvips-linux-x64', 'libheif-js']);

/** Returns true if a licence expression is permitted for this package: all parts of `AND`, one part of `OR`. */
export function isPermitted({ name, licence }: Pick<ShippedPackage, 'name' | 'licence'>): boolean {
  if (REPLACEABLE.has(name) && /^LGPL-3\.0(-or-later)?$/.test(licence)) return true;
  const expression = licence.replace(/^\((.*)\)$/, '$1');
  if (expression.includes(' OR ')) return expression.split(' OR ').some((part) => PERMITTED.has(part));
  return expression.split(' AND ').every((part) => PERMITTED.has(part));
}

/**
 * Returns the packages of the built page and of the packed functions, by name.
 * @param buildDir output of `npm run build` and `npm run bundle`
 * @param root folder with `node_modules`
 * @throws CommandError if something is not built
 * @throws Error if a manifest names no licence
 */
export function collectPackages(buildDir: string, root: string): ShippedPackage[] {
  const found = new Map<string, { version: string; licence: string; where: Set<string> }>();
  const add = (folder: string, where: string) => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      name: string;
      version: string;
      license?: string;
    };
    const { name, version } = manifest;
    const license = manifest.license ?? UNNAMED[name];
    if (!license) throw new Error(`${name} ${version} names no licence`);
    const key = `${name}@${version}`;
    const entry = found.get(key) ?? { version, licence: license, where: new Set<string>() };
    entry.where.add(where);
    found.set(key, entry);
  };
  for (const folder of browserPackages(join(buildDir, 'web'))) add(join(root, folder), 'browser');
  for (const { name } of FUNCTIONS) {
    const contents = built(join(buildDir, 'maps', name, 'contents.json'), `The function ${name}`, 'bundle');
    const inputs = Object.values((JSON.parse(contents) as Metafile).outputs).flatMap((output) =>
      Object.keys(output.inputs),
    );
    for (const folder of packageFolders(inputs)) add(join(root, folder), name);
    for (const folder of copiedPackages(join(buildDir, 'functions', name))) add(folder, name);
  }
  return [...found]
    .map(([key, { where, ...rest }]) => ({ name: key.slice(0, key.lastIndexOf('@')), ...rest, where: [...where] }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** The sources that Vite's source list names, and the fonts of the page. */
function browserPackages(webDir: string): Set<string> {
  const text = built(join(webDir, 'licences.txt'), 'The page', 'build');
  return new Set([...text.matchAll(/^## (\S+) - \S+ \(/gm)].map(([, name]) => `node_modules/${name}`));
}

/** @throws CommandError naming the script that writes the file, if it is missing or empty */
function built(file: string, what: string, script: 'build' | 'bundle'): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (text === '') throw new CommandError(`${what} is not built: run "npm run ${script}", then this again`);
  return text;
}

/** Returns the folders of packages, nested ones too, that contain these files. */
function packageFolders(files: readonly string[]): Set<string> {
  return new Set(files.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []));
}

/** Returns the packages that a function's zip contains as they are. */
function copiedPackages(folder: string): string[] {
  const modules = join(folder, 'node_modules');
  const list = (path: string) => {
    try {
      return readdirSync(path);
    } catch {
      return [];
    }
  };
  return list(modules).flatMap((name) =>
    name.startsWith('@') ? list(join(modules, name)).map((part) => join(modules, name, part)) : [join(modules, name)],
  );
}
