/*
 * `npm run bundle` writes the deployed code to `.build/functions/<name>` (one folder per zip), `.build/maps/<name>` and
 * `.build/edge`. `-- --only <name>` builds one function.
 */
import { parseArgs } from 'node:util';
import { packEdge } from './edge.ts';
import { type FunctionPlan, functionNamed, FUNCTIONS } from './functions.ts';
import { packFunction } from './pack.ts';

const kilobytes = (bytes: number) => (bytes / 1024).toFixed(0);

/** Builds one function and prints its size; false if it exceeds its limit. */
async function make(plan: FunctionPlan): Promise<boolean> {
  const { codeBytes, zipBytes } = await packFunction(plan);
  const isLight = zipBytes <= plan.maxZipBytes;
  const [code, zip, most] = [codeBytes, zipBytes, plan.maxZipBytes].map(kilobytes);
  const verdict = isLight ? '' : '  TOO LARGE';
  console.log(`${plan.name.padEnd(14)} ${code!.padStart(8)} ${zip!.padStart(8)} ${most!.padStart(8)}${verdict}`);
  return isLight;
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const plans = values.only ? [functionNamed(values.only)] : FUNCTIONS;
  console.log(`${'function'.padEnd(14)} ${'code KB'.padStart(8)} ${'zip KB'.padStart(8)} ${'limit'.padStart(8)}`);
  let tooLarge = 0;
  for (const plan of plans) if (!(await make(plan))) tooLarge++;
  if (!values.only) await packEdge();
  if (tooLarge > 0) throw new Error(`${tooLarge} of ${plans.length} functions are over their limit`);
}

await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
