import { AppError } from '../domain/errors.ts';

/** The used part of the type that Zero's `defineMutator` returns; Zero does not export the type. */
interface Definition {
  // Any argument type: it is only passed on.
  readonly fn: (options: never) => Promise<void>;
}

/**
 * Ignores refusals of a noun's mutators while Zero rebases. On each update from the server, Zero's client runs its
 * unconfirmed mutations again, and some may no longer apply: the gallery was deleted, or a required row is in no active
 * query. An error would make Zero 1.9 drop the update and the connection. Ignoring it is safe: the server still rejects
 * the mutation, and its result corrects the screen.
 */
export function ignoreErrorsOnRebase<Noun extends Record<string, Definition>>(noun: Noun): Noun {
  const entries = Object.entries(noun).map(([name, mutator]) => [
    name,
    { ...mutator, fn: ignoreErrorsInMutator(mutator.fn) },
  ]);
  return Object.fromEntries(entries) as Noun;
}

function ignoreErrorsInMutator(run: Definition['fn']) {
  return async (options: { tx: { reason: string } }): Promise<void> => {
    try {
      await run(options as never);
    } catch (error) {
      if (!(error instanceof AppError) || options.tx.reason !== 'rebase') throw error;
    }
  };
}
