import type { TestProject } from 'vitest/node';
import { startStack } from '../../support/stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    origin: string;
  }
}

/** Starts the product with the demo studio, or uses the one at `BROWSERS_ORIGIN` while tests are written. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const running = process.env['BROWSERS_ORIGIN'];
  if (running) {
    project.provide('origin', running);
    return undefined;
  }
  const stack = await startStack({ demo: true });
  project.provide('origin', stack.origin);
  return () => stack.stop();
}
