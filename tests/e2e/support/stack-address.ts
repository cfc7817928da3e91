import { z } from 'zod';

/** How the stack's addresses reach the processes that run the tests. */
export const STACK_VARIABLE = 'E2E_STACK';

const stackAddress = z.object({
  origin: z.string(),
  mailbox: z.string(),
  auth: z.object({ url: z.string(), anonKey: z.string(), serviceKey: z.string() }),
  databaseUrl: z.string(),
});
export type StackAddress = z.infer<typeof stackAddress>;

/** Where the product under test answers. A function: Playwright reads the test files before it starts the stack. */
export function stack(): StackAddress {
  const text = process.env[STACK_VARIABLE];
  if (!text) throw new Error(`${STACK_VARIABLE} is not set: global-setup.ts has not run`);
  return stackAddress.parse(JSON.parse(text));
}
