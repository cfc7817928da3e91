import { z } from 'zod';
import { databaseUrl } from '#local/postgres/addresses.ts';
import type { Stack } from '../../support/stack.ts';

/** Environment variable that passes the stack's addresses to the test processes. */
export const STACK_VARIABLE = 'E2E_STACK';

const stackAddress = z.object({
  origin: z.string(),
  mailbox: z.string(),
  auth: z.object({ url: z.string(), anonKey: z.string(), serviceKey: z.string() }),
  databaseUrl: z.string(),
});
export type StackAddress = z.infer<typeof stackAddress>;

/** Addresses of a product that runs on this machine. */
export function addressOf({
  origin,
  mailbox,
  auth,
  ports,
}: Pick<Stack, 'origin' | 'mailbox' | 'auth' | 'ports'>): StackAddress {
  return { origin, mailbox, auth, databaseUrl: databaseUrl(ports.postgres) };
}

/** Origin of the product under test. A function, because Playwright loads the test files before the stack starts. */
export function stack(): StackAddress {
  const text = process.env[STACK_VARIABLE];
  if (!text) throw new Error(`${STACK_VARIABLE} is not set: global-setup.ts has not run`);
  return stackAddress.parse(JSON.parse(text));
}
