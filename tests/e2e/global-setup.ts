import { databaseUrl } from '#local/postgres/addresses.ts';
import { startStack } from '../support/stack.ts';
import { STACK_VARIABLE, type StackAddress } from './support/stack-address.ts';

/**
 * Starts one stack for the whole run, on its own ports and in its own folder, without the demo. `E2E_STACK` names a
 * running stack to reuse while writing tests.
 * @returns a function that stops the stack, also after a failure
 */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[STACK_VARIABLE]) return undefined;
  const started = await startStack();
  const { origin, mailbox, auth, ports } = started;
  const address: StackAddress = { origin, mailbox, auth, databaseUrl: databaseUrl(ports.postgres) };
  process.env[STACK_VARIABLE] = JSON.stringify(address);
  return () => started.stop();
}
