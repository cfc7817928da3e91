import { startStack } from '../support/stack.ts';
import { addressOf, STACK_VARIABLE } from './support/stack-address.ts';

/**
 * Starts one stack for the whole run, on its own ports and in its own folder, without the demo. `E2E_STACK` names a
 * running stack to use instead: that of `npm test`, or one for writing tests.
 * @returns a function that stops the stack, also after a failure
 */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[STACK_VARIABLE]) return undefined;
  const started = await startStack();
  process.env[STACK_VARIABLE] = JSON.stringify(addressOf(started));
  return () => started.stop();
}
