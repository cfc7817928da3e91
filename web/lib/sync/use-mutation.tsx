import { useZero } from '@rocicorp/zero/react';
import { createContext, type ReactNode, use, useCallback } from 'react';
import { trackMutation } from './pending-mutations.ts';

/** Reports results of mutations to the user; `web/app` connects it to the toasts. */
export interface MutationNotifier {
  done: (title: string, onUndo?: () => void) => void;
  failed: (code: string) => void;
}

const NoticeContext = createContext<MutationNotifier | null>(null);

export function MutationNotifierProvider({ notice, children }: { notice: MutationNotifier; children: ReactNode }) {
  return <NoticeContext value={notice}>{children}</NoticeContext>;
}

/** A mutator with its arguments: `mutators.galleries.trash({…})`. */
export type Request = Parameters<ReturnType<typeof useZero>['mutate']>[0];
/** Several run in order, if one mutation cannot revert everything. */
export type Requests = Request | readonly Request[];

export interface MutationOptions {
  /** The result in a few words; shown at once, since mutations are optimistic. */
  done?: string;
  /** Returns the reverting mutation, or a promise of it; offered with `done`. */
  undo?: () => Requests | Promise<Requests>;
  /** Receives the pending server result. */
  onSubmitted?: (answer: Promise<unknown>) => void;
  /** Runs after the server confirms; keep drafts until then. */
  onConfirmed?: () => void;
}

/** Returns the `errors:` code of a mutation error; the message of our mutators' errors is the code. */
function codeOf(message: string): string {
  return /^[a-z_]{3,40}$/.test(message) ? message : 'internal';
}

/**
 * Returns a function that runs a mutation and resolves to true once it is applied locally. A later rejection by the
 * server is reported too, and Zero reverts the change.
 */
export function useMutation(): (request: Request, options?: MutationOptions) => Promise<boolean> {
  const zero = useZero();
  const notice = use(NoticeContext);
  if (!notice) throw new Error('useMutation needs a MutationNotifierProvider above it');
  return useCallback(
    async function act(
      request: Request,
      { done, undo, onSubmitted, onConfirmed }: MutationOptions = {},
    ): Promise<boolean> {
      const { client, server } = zero.mutate(request);
      const local = await client;
      if (local.type === 'error') {
        notice.failed(local.error.type === 'app' ? codeOf(local.error.message) : 'unavailable');
        return false;
      }
      trackMutation(zero.storageKey, server);
      onSubmitted?.(server);
      const takeBack = async (requests: Requests | Promise<Requests>) => {
        for (const each of [await requests].flat() as Request[]) await act(each);
      };
      if (done) notice.done(done, undo && (() => void takeBack(undo())));
      void server.then((remote) => {
        if (remote.type !== 'error') onConfirmed?.();
        // Only errors of the application are final; Zero sends the mutation again after other errors.
        else if (remote.error.type === 'app') notice.failed(codeOf(remote.error.message));
      });
      return true;
    },
    [zero, notice],
  );
}
