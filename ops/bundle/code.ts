import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build, type Metafile, type OutputFile, type Plugin } from 'esbuild';
import { ROOT } from './functions.ts';

/** CommonJS packages call `require`, also for Node's own modules. */
const REQUIRE = "import{createRequire as $require}from'node:module';const require=$require(import.meta.url);";

/** Imports that are never reached: pg's native variant, the parser of a browser's name, other sources of credentials. */
const NEVER_LOADED = [
  'pg-native',
  'bowser',
  ...['http', 'ini', 'login', 'process', 'sso', 'web-identity'].map((name) => `@aws-sdk/credential-provider-${name}`),
  '@smithy/credential-provider-imds',
];

/**
 * Omits parts of zod that the namespace `z` contains and no function uses: its messages in other languages (258 KB), and
 * its reader of JSON Schema (12 KB).
 */
const WITHOUT_UNUSED_ZOD: Plugin = {
  name: 'without-unused-zod',
  setup(bundler) {
    bundler.onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({ contents: 'export {};' }));
    bundler.onLoad({ filter: /\/zod\/v4\/classic\/from-json-schema\.js$/ }, () => ({
      contents: 'export const fromJSONSchema = undefined;',
    }));
  },
};

/** The bundle of one or two modules, as the files of a folder. */
export interface Code {
  /** Paths are relative to the folder. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly maps: ReadonlyMap<string, Uint8Array>;
  readonly metafile: Metafile;
}

/**
 * Bundles a module for Lambda's Node 24. Dynamic imports become separate chunks, loaded on demand. Equal sources give
 * equal bytes, in any folder.
 */
export async function bundleModule(entry: string, name: string): Promise<Code> {
  // Nothing is written there: paths in the source maps are relative to it, and therefore equal for all functions.
  const folder = join(ROOT, '.build/functions/any');
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [{ in: relative(ROOT, entry), out: name }],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    platform: 'node',
    // Unused code is removed from ES modules only: the S3 client becomes a third smaller.
    mainFields: ['module', 'main'],
    format: 'esm',
    target: 'node24',
    // Source maps are separate: they are as large as four functions and contain all sources.
    sourcemap: 'external',
    legalComments: 'none',
    external: ['sharp', 'libheif-js', 'harfbuzzjs', 'wawoff2', ...NEVER_LOADED],
    plugins: [WITHOUT_UNUSED_ZOD],
    banner: { js: REQUIRE },
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const named = (file: OutputFile) => [relative(folder, file.path), file.contents] as const;
  const isMap = ({ path }: OutputFile) => path.endsWith('.map');
  return {
    files: new Map(outputFiles.filter((file) => !isMap(file)).map(named)),
    maps: new Map(outputFiles.filter(isMap).map(named)),
    metafile,
  };
}

/** Writes files below a folder and creates their folders. */
export async function writeFiles(folder: string, files: ReadonlyMap<string, Uint8Array | string>): Promise<void> {
  for (const [path, contents] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), contents);
  }
}
