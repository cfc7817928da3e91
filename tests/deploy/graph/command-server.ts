import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { join, resolve } from 'node:path';
import { ACCOUNT, REGION } from './mock-account.ts';

interface Call {
  method: string;
  params: [Record<string, string>];
}

/**
 * Simulates the part of the SST command that its components call while they run. As the command does, it stores the
 * encrypted links of a function, `resource.enc`, beside the bundle's code; in a copy, since tests share the bundles.
 */
export async function startCommandServer(work: string): Promise<string> {
  const server = createServer((request, response) => {
    void json(request).then((call) => {
      const { method, params } = call as Call;
      const result = answer(method, params[0], work);
      response.end(JSON.stringify(result instanceof Error ? { error: result.message } : { result }));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  // Does not keep the program alive: nothing signals the last request.
  server.unref();
  return `http://127.0.0.1:${port}`;
}

function answer(method: string, input: Record<string, string>, work: string): unknown {
  if (method === 'Provider.Aws.Bootstrap') return BOOTSTRAP;
  if (method !== 'Runtime.Build') return new Error(`The graph has no answer to ${method}`);
  const { functionID = '', bundle = '', handler = '' } = input;
  if (!existsSync(join(bundle, 'index.mjs'))) return new Error(`${functionID}: no bundle in ${bundle}; npm run bundle`);
  const out = resolve(work, 'bundles', functionID);
  rmSync(out, { recursive: true, force: true });
  cpSync(bundle, out, { recursive: true });
  writeFileSync(join(out, 'resource.enc'), 'links');
  return { handler, out, errors: [], sourcemaps: [] };
}

const BOOTSTRAP = {
  version: 1,
  asset: 'sst-asset-mock',
  state: 'sst-state-mock',
  assetEcrRegistryId: ACCOUNT,
  assetEcrUrl: `${ACCOUNT}.dkr.ecr.${REGION}.amazonaws.com/sst-asset`,
  appsyncHttp: '',
  appsyncRealtime: '',
};
