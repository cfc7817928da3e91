/** An error that the operator can fix; only its message is shown, without a stack. */
export class CommandError extends Error {
  readonly exitCode: number = 1;
}

/** Wrong usage of the command. */
export class UsageError extends CommandError {
  override readonly exitCode = 2;
}

/** Not an error: the usage was requested. */
export class HelpWanted extends CommandError {
  override readonly exitCode = 0;
}

/**
 * Runs a command as a process: exit code 0 on success, 1 on failure or refusal, 2 on wrong usage. Unexpected errors are
 * printed with their stack.
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
