import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build, type Metafile, type OutputFile } from 'esbuild';
import { ROOT } from './functions.ts';

/** Packages that were written for CommonJS ask for `require`, also for Node's own modules. */
const REQUIRE = "import{createRequire as $require}from'node:module';const require=$require(import.meta.url);";

/** One or two modules and what they import, as the files of a folder. */
export interface Code {
  /** Paths are relative to the folder. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly maps: ReadonlyMap<string, Uint8Array>;
  readonly metafile: Metafile;
}

/**
 * Bundles a module for Lambda's Node 24. What it imports dynamically becomes a chunk of its own, which costs nothing
 * until it is asked for. The same sources give the same bytes, wherever they lie.
 */
export async function bundleModule(entry: string, name: string): Promise<Code> {
  // Nothing is written there; paths in the source maps are relative to it, and so the same for every function.
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
    format: 'esm',
    target: 'node24',
    // Beside and not inside: a map is as large as four functions, and tells a stranger everything.
    sourcemap: 'external',
    legalComments: 'none',
    // pg asks for its native twin only when it is told to use it.
    external: ['sharp', 'pg-native'],
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

/** Writes files below a folder, with the folders they need. */
export async function writeFiles(folder: string, files: ReadonlyMap<string, Uint8Array | string>): Promise<void> {
  for (const [path, contents] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), contents);
  }
}
