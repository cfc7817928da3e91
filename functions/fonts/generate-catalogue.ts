import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { CatalogueFont } from '#core/domain/branding/font-faces.ts';
import { FONT_CATEGORIES, FONT_FAMILIES, type FontCategory } from '#core/domain/branding/fonts.ts';
import { measureFont, openFont } from './harfbuzz.ts';
import { unpackWoff2 } from './woff2.ts';

/*
 * Writes core/domain/branding/font-catalogue.json from the packages of Fontsource: node functions/fonts/generate-catalogue.ts.
 * Run it after a change of `FONT_FAMILIES` or of a package's version. vite.config.ts copies the files to the site.
 */

const ROOT = resolve(import.meta.dirname, '../..');

/** Weights of families without a variable font: the one of texts, and the nearest to semibold. */
const STATIC_WEIGHTS = [400, 600, 700];

const RANGES = ['latin', 'latin-ext'] as const;

type File = CatalogueFont['files'][number];

/** Returns the catalogue of the installed packages. */
export async function readCatalogue(): Promise<CatalogueFont[]> {
  const families = FONT_CATEGORIES.flatMap((category) =>
    FONT_FAMILIES[category].map((family) => readFamily(family, category)),
  );
  return Promise.all(families);
}

async function readFamily(family: string, category: FontCategory): Promise<CatalogueFont> {
  const slug = family.toLowerCase().replaceAll(' ', '-');
  const variable = `node_modules/@fontsource-variable/${slug}`;
  const isVariable = existsSync(join(ROOT, variable));
  const { files, weights } = await (isVariable ? readVariable(variable, slug) : readStatic(slug));
  const light = await openFile(files[0]!);
  const bold = isVariable ? light : await openFile(files.find(({ weight }) => Number(weight) >= 600) ?? files[0]!);
  const hasBold = weights[1] >= 600;
  return {
    family,
    category,
    weights,
    files,
    metrics: measureFont(light, isVariable ? 400 : null),
    boldWidth: hasBold ? measureFont(bold, isVariable ? Math.min(600, weights[1]) : null).width : null,
  };
}

async function readVariable(folder: string, slug: string) {
  const source = (range: string) => `${folder}/files/${slug}-${range}-wght-normal.woff2`;
  const { wght } = openFont(await unpackWoff2(await readFile(join(ROOT, source('latin'))))).getAxisInfos();
  const weights: [number, number] = [wght!.min, wght!.max];
  const files = await Promise.all(RANGES.map((range) => describe(source(range), `${slug}-${range}`, range, weights)));
  return { files, weights };
}

async function readStatic(slug: string) {
  const source = (range: string, weight: number) =>
    `node_modules/@fontsource/${slug}/files/${slug}-${range}-${weight}-normal.woff2`;
  // Bold only where there is no semibold.
  const found = STATIC_WEIGHTS.filter((weight) => existsSync(join(ROOT, source('latin', weight))));
  const weights = found.filter((weight) => weight !== 700 || !found.includes(600));
  const files = weights.flatMap((weight) =>
    RANGES.filter((range) => existsSync(join(ROOT, source(range, weight)))).map((range) =>
      describe(source(range, weight), `${slug}-${range}-${weight}`, range, [weight, weight]),
    ),
  );
  return { files: await Promise.all(files), weights: [weights[0]!, weights.at(-1)!] as [number, number] };
}

/** The hash in the name lets browsers keep the file for a year. */
async function describe(source: string, name: string, range: File['range'], weights: [number, number]): Promise<File> {
  const bytes = await readFile(join(ROOT, source));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  const weight = weights[0] === weights[1] ? String(weights[0]) : weights.join(' ');
  return { url: `/assets/fonts/${name}-${hash}.woff2`, source, range, weight, bytes: bytes.length };
}

async function openFile({ source }: File) {
  return openFont(await unpackWoff2(await readFile(join(ROOT, source))));
}

if (import.meta.main) {
  const path = join(ROOT, 'core/domain/branding/font-catalogue.json');
  await writeFile(path, `${JSON.stringify(await readCatalogue(), null, 2)}\n`);
}
