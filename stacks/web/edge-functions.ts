import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { logical, physical } from '../names.ts';
import { EDGE_FUNCTIONS, type EdgeFunction } from './behaviours.ts';
import type { EdgeKeys } from './keys.ts';

/** Functions that read the key-value store. */
const READS_KEYS: ReadonlySet<EdgeFunction> = new Set(['image-request', 'page-response']);

/** Creates the edge functions from `.build/edge`; returns their ARNs by name. */
export function edgeFunctions(keys: EdgeKeys): Record<EdgeFunction, $util.Output<string>> {
  const arns = EDGE_FUNCTIONS.map((name) => [name, edgeFunction(name, keys).arn] as const);
  return Object.fromEntries(arns) as Record<EdgeFunction, $util.Output<string>>;
}

function edgeFunction(name: EdgeFunction, keys: EdgeKeys): aws.cloudfront.Function {
  return new aws.cloudfront.Function(
    `Edge${logical(name)}`,
    {
      name: physical(name),
      comment: `Albumen (${$app.stage}): functions/edge/${name}.ts`,
      runtime: 'cloudfront-js-2.0',
      publish: true,
      code: readFileSync(join($cli.paths.root, '.build/edge', `${name}.js`), 'utf8'),
      keyValueStoreAssociations: READS_KEYS.has(name) ? [keys.store.arn] : [],
    },
    { dependsOn: keys.written },
  );
}
