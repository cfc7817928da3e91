import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';

/** Folder where the command has installed its components, below the folder of sst.config.ts. */
export const PLATFORM = join('.sst', 'platform');

const BANNER = `import { createRequire as topLevelRequire } from 'node:module';
import { fileURLToPath as topLevelPath } from 'node:url';
const require = topLevelRequire(import.meta.url);
const __filename = topLevelPath(import.meta.url);
const __dirname = topLevelPath(new URL('.', import.meta.url));`;

/** Packages that the command leaves external for the platform (pkg/js/js.go). */
const EXTERNAL = [
  '@pulumi/*',
  'undici',
  '@pulumiverse/*',
  '@sst-provider/*',
  '@aws-sdk/*',
  'esbuild',
  'archiver',
  'glob',
  'vite',
];

interface Bundling {
  root: string;
  outfile: string;
  code: string;
  define?: Record<string, string>;
  banner?: string;
}

/** Bundles the configuration as the command does for `app()`: alone, and without an import at its top. */
export async function bundleApp(bundling: Bundling): Promise<void> {
  const banner = 'function $config(input) { return input; }';
  await build({ ...common({ ...bundling, banner }), plugins: [noImports] });
}

/** Bundles the configuration as the command does for `run()`: all files except the platform's get the globals. */
export async function bundleRun(bundling: Bundling): Promise<void> {
  const platform = join(bundling.root, PLATFORM);
  const globals = [
    `import * as aws from '@pulumi/aws';`,
    `import * as sst from '${join(platform, 'src/components')}';`,
  ];
  await build({
    ...common(bundling),
    inject: [join(platform, 'src/shim/run.js')],
    plugins: [withGlobals(join(bundling.root, '.sst'), globals.join('\n'))],
  });
}

function common({ root, outfile, code, define = {}, banner = '' }: Bundling): BuildOptions {
  return {
    stdin: { contents: code, resolveDir: root, sourcefile: 'eval.ts', loader: 'ts' },
    absWorkingDir: root,
    outfile,
    define,
    banner: { js: `${BANNER}\n${banner}` },
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    nodePaths: [join(root, PLATFORM, 'node_modules')],
    external: EXTERNAL,
    logLevel: 'silent',
  };
}

const noImports: Plugin = {
  name: 'no-imports',
  setup(bundler) {
    bundler.onResolve({ filter: /.*/ }, ({ importer, kind, path }) => {
      if (basename(importer) !== 'sst.config.ts' || kind !== 'import-statement') return undefined;
      return { errors: [{ text: `The SST command refuses an import at the top of sst.config.ts: ${path}` }] };
    });
  },
};

function withGlobals(platform: string, globals: string): Plugin {
  return {
    name: 'globals',
    setup(bundler) {
      bundler.onLoad({ filter: /\.(js|ts|jsx|tsx)$/ }, async ({ path }) => {
        if (path.startsWith(platform)) return undefined;
        return { contents: `${globals}\n${await readFile(path, 'utf8')}`, loader: 'default' };
      });
    },
  };
}
