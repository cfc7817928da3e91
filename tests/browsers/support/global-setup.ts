import type { TestProject } from 'vitest/node';
import { addressOf, stack, STACK_VARIABLE } from '../../e2e/support/stack-address.ts';
import { addressesOf, startStack } from '../../support/stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    origin: string;
  }
}

/**
 * Starts the product, without the demo studio for the few flows of `npm test`. It uses the one that `npm test` has started
 * for them (`E2E_STACK`), or the one at `BROWSERS_ORIGIN` while tests are written, whose data are in `BROWSERS_DATA`
 * (default `.data`).
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env[STACK_VARIABLE]) {
    project.provide('origin', stack().origin);
    return undefined;
  }
  const running = process.env['BROWSERS_ORIGIN'];
  const started = running ? null : await startStack({ demo: process.env['BROWSERS_SHORT'] !== '1' });
  const product = started ?? addressesOf(Number(new URL(running!).port), process.env['BROWSERS_DATA'] ?? '.data');
  project.provide('origin', product.origin);
  // The workers inherit it, for the end-to-end tests' helpers that make studios.
  process.env[STACK_VARIABLE] = JSON.stringify(addressOf(product));
  return started ? () => started.stop() : undefined;
}
