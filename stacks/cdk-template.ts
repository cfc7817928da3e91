import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { physical } from './names.ts';

/** Folders of templates that this process has had written. */
const written = new Set<string>();

/**
 * Returns a CDK stack of this stage as a template. SST bundles its imports and CDK cannot be bundled, so a separate
 * process writes the templates of a folder, once; it runs the project's own Node, since the operator's may be too old for
 * TypeScript.
 * @param name of the folder, `stacks/{name}-stack`
 * @param stack name of the stack, of several in one folder
 */
export function cdkTemplate(name: 'zero' | 'tenants', stack: string = name): string {
  const out = join('.build', name, $app.stage);
  if (!written.has(out)) {
    const node = join('node_modules', 'node', 'bin', 'node');
    execFileSync(node, [`stacks/${name}-stack/main.ts`, $app.stage, out], { stdio: ['ignore', 'ignore', 'inherit'] });
    written.add(out);
  }
  return readFileSync(join(out, `${physical(stack)}.template.json`), 'utf8');
}
