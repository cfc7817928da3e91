import { databaseUrl } from '#local/postgres/addresses.ts';
import type { TestProject } from 'vitest/node';
import { STACK_VARIABLE, type StackAddress } from '../../e2e/support/stack-address.ts';
import { addressesOf, startStack } from '../../support/stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    origin: string;
  }
}

/**
 * Starts the product, without the demo studio for the few flows of `npm test`, or uses the one at `BROWSERS_ORIGIN` while
 * tests are written, whose data are in `BROWSERS_DATA` (default `.data`).
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const running = process.env['BROWSERS_ORIGIN'];
  const started = running ? null : await startStack({ demo: process.env['BROWSERS_SHORT'] !== '1' });
  const { origin, mailbox, auth, ports } =
    started ?? addressesOf(Number(new URL(running!).port), process.env['BROWSERS_DATA'] ?? '.data');
  project.provide('origin', origin);
  // The workers inherit it, for the end-to-end tests' helpers that make studios.
  const address: StackAddress = { origin, mailbox, auth, databaseUrl: databaseUrl(ports.postgres) };
  process.env[STACK_VARIABLE] = JSON.stringify(address);
  return started ? () => started.stop() : undefined;
}
