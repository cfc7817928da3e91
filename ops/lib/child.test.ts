import { expect, it } from 'vitest';
import { runChild } from './child.ts';
import { CommandError } from './command.ts';

it.each([
  ['no-such-program', 'no-such-program cannot be started: is it installed?'],
  ['node_modules/.bin/no-such-tool', 'node_modules/.bin/no-such-tool cannot be started: run "npm ci"'],
])('says what to do about a missing %s', async (file, problem) => {
  await expect(runChild(file, [])).rejects.toThrow(new CommandError(problem));
  await expect(runChild(file, [])).rejects.toBeInstanceOf(CommandError);
});
