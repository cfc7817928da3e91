/** Something the operator can put right; its message is all they are shown, without a stack. */
export class CommandError extends Error {
  readonly exitCode: number = 1;
}

/** The command was called wrongly. */
export class UsageError extends CommandError {
  override readonly exitCode = 2;
}

/** Not a mistake: somebody asked how the command is used. */
export class HelpWanted extends CommandError {
  override readonly exitCode = 0;
}

/**
 * Runs a command as a process: exit code 0 when it is done, 1 when it failed or refused, 2 when it was called wrongly.
 * What nobody foresaw is shown with its stack.
 */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    process.exitCode = error.exitCode;
    if (error.exitCode === 0) console.log(error.message);
    else console.error(error.message);
  }
}
