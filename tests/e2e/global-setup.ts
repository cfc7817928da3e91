import { databaseUrl } from '#local/postgres/addresses.ts';
import { startStack } from '../support/stack.ts';
import { STACK_VARIABLE, type StackAddress } from './support/stack-address.ts';

/**
 * One stack for the whole run, on ports and in a folder of its own, without the demo. What is returned ends it, also
 * after a failure. While tests are being written, a stack that is running already can be named in `E2E_STACK`.
 */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[STACK_VARIABLE]) return undefined;
  const started = await startStack();
  const { origin, mailbox, auth, ports } = started;
  const address: StackAddress = { origin, mailbox, auth, databaseUrl: databaseUrl(ports.postgres) };
  process.env[STACK_VARIABLE] = JSON.stringify(address);
  return () => started.stop();
}
