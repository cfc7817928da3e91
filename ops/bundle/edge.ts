import { join } from 'node:path';
import { build } from 'esbuild';
import { writeFiles } from './code.ts';
import { BUILD_DIR, ROOT } from './functions.ts';

/** Module and export of each CloudFront function in `functions/edge`. */
const SOURCES: Readonly<Record<string, readonly [file: string, handler: string]>> = {
  'api-request': ['api-request.ts', 'apiRequest'],
  'image-request': ['cloudfront-image-request.ts', 'cloudFrontImageRequest'],
  'image-response': ['image-request.ts', 'imageResponse'],
  'og-request': ['image-request.ts', 'ogRequest'],
  'own-page-request': ['page-request.ts', 'ownPageRequest'],
  'page-request': ['page-request.ts', 'pageRequest'],
  'page-response': ['cloudfront-page-response.ts', 'cloudFrontPageResponse'],
  'public-api-request': ['api-request.ts', 'publicApiRequest'],
  'report-request': ['api-request.ts', 'reportRequest'],
  'zero-request': ['api-request.ts', 'zeroRequest'],
};

/** Names of the CloudFront functions. */
export const EDGE_FUNCTIONS = Object.keys(SOURCES);

/**
 * Features of the runtime `cloudfront-js-2.0` beyond ES 5.1 (developer guide, "JavaScript runtime 2.0 features").
 * esbuild fails on other syntax that it cannot translate.
 */
const SYNTAX = {
  'const-and-let': true,
  arrow: true,
  'rest-argument': true,
  'template-literal': true,
  'async-await': true,
  'exponent-operator': true,
};

/** Returns one function as uploaded: a script with a global function `handler` for CloudFront. */
export async function bundleEdgeFunction(name: string): Promise<string> {
  const [file, handler] = SOURCES[name]!;
  const { outputFiles } = await build({
    stdin: { contents: `export { ${handler} as handler } from './${file}'`, resolveDir: join(ROOT, 'functions/edge') },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es5',
    supported: SYNTAX,
    external: ['cloudfront', 'crypto'],
    legalComments: 'none',
    logLevel: 'silent',
  });
  // The runtime has no exports: it calls a global function of this name.
  return outputFiles[0]!.text.replace(
    /export\s*\{\s*(\w+) as handler\s*\};?\s*$/,
    'function handler(event){return $1(event)}',
  );
}

/** Writes every edge function to `.build/edge/<name>.js`. */
export async function packEdge(): Promise<void> {
  const files = EDGE_FUNCTIONS.map(async (name) => [`${name}.js`, await bundleEdgeFunction(name)] as const);
  await writeFiles(join(BUILD_DIR, 'edge'), new Map(await Promise.all(files)));
}
