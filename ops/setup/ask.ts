import input from '@inquirer/input';
import password from '@inquirer/password';
import { CommandError } from '../lib/command.ts';
import type { Ask } from './setup.ts';

/** Streams of a terminal; the process's own by default. */
type Terminal = Parameters<typeof input>[1];

/** Returns the prompts of a terminal. A hidden value is shown as asterisks. */
export const askAt =
  (terminal?: Terminal): Ask =>
  async ({ name, about, hidden, optional }, problems) => {
    const lines = [...problems.map((problem) => `✗ ${problem}`), about, ...(optional ? ['Enter leaves it out.'] : [])];
    const message = `${lines.join('\n  ')}\n  ${name}:`;
    try {
      return (await (hidden ? password({ message, mask: '*' }, terminal) : input({ message }, terminal))).trim();
    } catch (error) {
      if (error instanceof Error && error.name === 'ExitPromptError') {
        throw new CommandError('Stopped. What was answered is kept: run it again to go on.');
      }
      throw error;
    }
  };

export const askAtTerminal = askAt();
