import { strToU8, zipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { lambdaEnvironment } from './lambda-environment.ts';
import { LambdaFunction } from './lambda-function.ts';
import { discard, fingerprint, unpack } from './task-root.ts';
import { until } from './until.ts';

/** A handler that does what its event says. */
const CODE = `
  let calls = 0;
  export async function handler({ act, size }, context) {
    calls++;
    if (act === 'throw') throw new TypeError('thrown on purpose');
    if (act === 'exit') process.exit(3);
    if (act === 'hang') await new Promise(() => setInterval(() => {}, 1000));
    if (act === 'large') return 'x'.repeat(size);
    if (act === 'write') (await import('node:fs')).writeFileSync(new URL('file', import.meta.url), '');
    return { calls, left: context.getRemainingTimeInMillis(), names: Object.keys(process.env) };
  }`;

const DEPLOYED = {
  name: 'any',
  functionName: 'albumen-test-any',
  handler: 'index.handler',
  variables: {},
  grants: [],
  memoryMb: 256,
  timeoutMs: 2000,
  logFormat: 'JSON',
  zip: () => zipSync({ 'index.mjs': strToU8(CODE) }),
};
const reaper = { started() {}, ended() {}, close() {} };

let taskRoot: string;
let lambda: LambdaFunction;
beforeAll(() => {
  taskRoot = unpack(DEPLOYED.zip());
});
afterAll(() => discard(taskRoot));
afterEach(() => lambda.close());

function start(concurrency = 1): LambdaFunction {
  const env = lambdaEnvironment(DEPLOYED, taskRoot, { accessKeyId: 'id', secretAccessKey: 'key' });
  const { functionName, timeoutMs } = DEPLOYED;
  lambda = new LambdaFunction({ functionName, taskRoot, env, timeoutMs, concurrency, reaper, onOutput: () => {} });
  return lambda;
}

describe('a sandbox', () => {
  it('stays warm and inherits no environment of its parent', async () => {
    start();
    await lambda.invoke({});
    const { calls, names } = (await lambda.invoke({})) as { calls: number; names: string[] };
    expect([calls, lambda.figures.coldStarts]).toEqual([2, 1]);
    expect(names.filter((name) => !/^(AWS_|LAMBDA_|_|LANG$|PATH$|TZ$)/.test(name))).toEqual([]);
  });

  it('gets the remaining time', async () => {
    const { left } = (await start().invoke({})) as { left: number };
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(DEPLOYED.timeoutMs);
  });

  it('survives an error and reports it', async () => {
    await expect(start().invoke({ act: 'throw' })).rejects.toMatchObject({ type: 'TypeError' });
    expect(await lambda.invoke({})).toMatchObject({ calls: 2 });
  });

  it.each([
    ['exit', 'Runtime.ExitError'],
    ['hang', 'Sandbox.Timedout'],
  ])('that does %s is replaced', async (act, type) => {
    await expect(start().invoke({ act })).rejects.toMatchObject({ type });
    expect(await lambda.invoke({})).toMatchObject({ calls: 1 });
    expect(lambda.figures.coldStarts).toBe(2);
  });

  it('is frozen between calls', async () => {
    await start().invoke({});
    await until('the frozen process', () => (lambda.isFrozen() ? true : undefined));
    expect(await lambda.invoke({})).toMatchObject({ calls: 2 });
  });

  it('responds with six megabytes at most', async () => {
    expect(await start().invoke({ act: 'large', size: 6 * 1024 * 1024 })).toHaveLength(6 * 1024 * 1024);
    const tooLarge = { type: 'Function.ResponseSizeTooLarge' };
    await expect(lambda.invoke({ act: 'large', size: 6 * 1024 * 1024 + 100 })).rejects.toMatchObject(tooLarge);
  });

  it('cannot write to its code folder', async () => {
    const before = fingerprint(taskRoot);
    await expect(start().invoke({ act: 'write' })).rejects.toMatchObject({ type: 'Error' });
    expect(fingerprint(taskRoot)).toBe(before);
  });

  it('handles one call at a time: calls run in parallel up to the limit', async () => {
    start(2);
    const answers = await Promise.all([1, 2, 3, 4].map(() => lambda.invoke({})));
    expect(answers).toHaveLength(4);
    expect(lambda.figures).toMatchObject({ calls: 4, coldStarts: 2 });
  });
});
