import { AppError } from '../domain/errors.ts';

/** What is used here of a mutator as Zero's `defineMutator` makes it; Zero does not export the type. */
interface Definition {
  // Of whatever arguments: it is only passed on.
  readonly fn: (options: never) => Promise<void>;
}

/**
 * Has a noun's mutators do nothing where they refuse during a replay. Whenever news arrives, Zero's client carries out
 * its unconfirmed mutations once more on top of it, and by then one may not fit any more: somebody else deleted the
 * gallery, or the row it leans on is not in any open query. An error thrown there makes Zero 1.9 drop the news and
 * the connection with it. Nothing is lost by silence: the server has its own say, and its answer corrects the screen.
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
