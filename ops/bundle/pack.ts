import { zipSync } from 'fflate';
import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { catalogueHeading, FONT_CATALOGUE } from '#core/domain/branding/font-faces.ts';
import { bundleModule, type Code, writeFiles } from './code.ts';
import { BUILD_DIR, type FunctionPlan, ROOT } from './functions.ts';
import { installSharp } from './sharp.ts';

export interface Packed {
  readonly name: string;
  /** Bytes loaded at start, unpacked, without chunks loaded on demand. */
  readonly codeBytes: number;
  readonly zipBytes: number;
}

const TEMPLATES = ['index.html', 'app.html', 'sign-in.html', 'site.html', 'page-markup.mjs'];

/** Certificate authority of the database; the connection URL names this file: `?sslmode=verify-full&sslrootcert=…`. */
const DATABASE_CA = 'database-ca.pem';
/** A bundle with this module connects to the database. */
const DATABASE_MODULE = 'functions/platform/db/database.ts';

/** Decoder of HEIC with its licence; a separate file, as the licence requires. */
const HEIF = 'node_modules/libheif-js';
const HEIF_FILES = [
  'package.json',
  'LICENSE',
  ...['LICENSE', 'libheif.js', 'libheif.wasm'].map((name) => `libheif-wasm/${name}`),
];

/** Readers of uploaded fonts with their licences: WebAssembly, found beside their own code. */
const FONT_READERS = {
  'node_modules/harfbuzzjs': [
    'package.json',
    'LICENSE',
    ...['index.mjs', 'harfbuzz.js', 'harfbuzz.wasm', 'harfbuzz-subset.wasm'].map((name) => `dist/${name}`),
  ],
  'node_modules/wawoff2': [
    'package.json',
    'LICENSE',
    'index.js',
    'compress.js',
    'decompress.js',
    'build/compress_binding.js',
    'build/decompress_binding.js',
  ],
};

/** Readers of a studio's heading font, for receipts. */
const HEADING_READERS = {
  'node_modules/harfbuzzjs': ['package.json', 'LICENSE', 'dist/harfbuzz-subset.wasm'],
  'node_modules/wawoff2': ['package.json', 'LICENSE', 'decompress.js', 'build/decompress_binding.js'],
};

/** Font of link previews and receipts with its licence, at the path that the code expects. */
const FONT = 'node_modules/@expo-google-fonts/inter';
const FONT_LICENCE = ['package.json', 'LICENSE_FONT'];
/** functions/galleries/text-to-path.ts. */
const DRAWN = ['500Medium/Inter_500Medium.ttf'];
/** functions/receipts/pdf.ts. */
const PRINTED = ['400Regular/Inter_400Regular.ttf', '600SemiBold/Inter_600SemiBold.ttf'];

export interface PackOptions {
  /** `functions/<name>` and `maps/<name>` are created below it. */
  buildDir?: string;
  /** Folder of the built documents. */
  webDir?: string;
}

/**
 * Writes a function's zip contents to `functions/<name>`, and its source maps to `maps/<name>` with esbuild's list of
 * what each file was made from, `contents.json`.
 * @throws Error if the page's documents are not built
 */
export async function packFunction(plan: FunctionPlan, options: PackOptions = {}): Promise<Packed> {
  const { buildDir = BUILD_DIR, webDir = join(BUILD_DIR, 'web') } = options;
  const folder = join(buildDir, 'functions', plan.name);
  const maps = join(buildDir, 'maps', plan.name);
  await Promise.all([folder, maps].map((path) => rm(path, { recursive: true, force: true })));
  const index = await bundleModule(plan.entry, 'index');
  // Bundled separately: a shared chunk would contain the decoder's pool, which looks for files beside its own.
  const worker = plan.worker ? await bundleModule(plan.worker, 'worker') : null;
  const parts: Code[] = worker ? [index, worker] : [index];
  for (const part of parts) {
    await writeFiles(folder, part.files);
    await writeFiles(maps, part.maps);
  }
  await writeFiles(maps, new Map([['contents.json', JSON.stringify(index.metafile)]]));
  if (plan.isDecoding || plan.isDrawing) await installSharp(folder);
  if (plan.isDecoding) await copyPackage(folder, HEIF, HEIF_FILES);
  if (plan.isReadingFonts) {
    for (const [path, names] of Object.entries(FONT_READERS)) await copyPackage(folder, path, names);
  }
  const weights = [...(plan.isDrawing ? DRAWN : []), ...(plan.isPrinting ? PRINTED : [])];
  if (weights.length > 0) await copyPackage(folder, FONT, [...FONT_LICENCE, ...weights]);
  if (plan.isPrinting) await copyHeadingFonts(folder);
  if (plan.hasTemplates) await copyTemplates(webDir, folder);
  if (DATABASE_MODULE in index.metafile.inputs) {
    await copyFile(join(ROOT, 'supabase', DATABASE_CA), join(folder, DATABASE_CA));
  }
  return {
    name: plan.name,
    codeBytes: index.files.get('index.mjs')!.byteLength,
    zipBytes: await zippedBytes(folder),
  };
}

async function copyPackage(folder: string, path: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await mkdir(dirname(join(folder, path, name)), { recursive: true });
    await copyFile(join(ROOT, path, name), join(folder, path, name));
  }
}

/** Copies the catalogue's fonts of headings with their licences, which functions/receipts/letterhead.ts reads. */
async function copyHeadingFonts(folder: string): Promise<void> {
  for (const [path, names] of Object.entries(HEADING_READERS)) await copyPackage(folder, path, names);
  for (const { source } of FONT_CATALOGUE.map((font) => catalogueHeading(font).file)) {
    const path = dirname(dirname(source));
    await copyPackage(folder, path, ['package.json', 'LICENSE', source.slice(path.length + 1)]);
  }
}

async function copyTemplates(webDir: string, folder: string): Promise<void> {
  await mkdir(join(folder, 'templates'), { recursive: true });
  for (const name of TEMPLATES) {
    await copyFile(join(webDir, name), join(folder, 'templates', name)).catch((cause: unknown) => {
      throw new Error(`page: the built ${name} is not there: run "npm run build" first`, { cause });
    });
  }
}

/** Returns all files below a folder by their relative path, in an order independent of the disk. */
export async function filesIn(folder: string): Promise<Map<string, Uint8Array>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = paths.toSorted().map(async (path) => [relative(folder, path), await readFile(path)] as const);
  return new Map(await Promise.all(read));
}

/** Returns the bytes of a folder's zip at maximum compression. */
async function zippedBytes(folder: string): Promise<number> {
  return zipSync(Object.fromEntries(await filesIn(folder)), { level: 9 }).length;
}
