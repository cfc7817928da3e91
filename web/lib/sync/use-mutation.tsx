import { useZero } from '@rocicorp/zero/react';
import { createContext, type ReactNode, use, useCallback } from 'react';
import { trackMutation } from './pending-mutations.ts';

/** How an act's outcome reaches the person; `web/app` ties it to the toasts. */
export interface MutationNotifier {
  done: (title: string, onUndo?: () => void) => void;
  failed: (code: string) => void;
}

const NoticeContext = createContext<MutationNotifier | null>(null);

export function MutationNotifierProvider({ notice, children }: { notice: MutationNotifier; children: ReactNode }) {
  return <NoticeContext value={notice}>{children}</NoticeContext>;
}

/** Any of our mutators with its arguments: `mutators.galleries.trash({…})`. */
export type Request = Parameters<ReturnType<typeof useZero>['mutate']>[0];
/** One after the other, where one mutation cannot take it all back. */
export type Requests = Request | readonly Request[];

export interface MutationOptions {
  /** What has happened, in a few words; shown at once, since the act is optimistic. */
  done?: string;
  /** Makes the mutation that takes it back, or waits until there can be one; offered with `done`. */
  undo?: () => Requests | Promise<Requests>;
  /** Told the server's word as it is awaited, for what must not begin before it. */
  onSubmitted?: (answer: Promise<unknown>) => void;
  /** Once the server has taken it as well. What was typed is kept until then: it may still be refused, and sent again. */
  onConfirmed?: () => void;
}

/** A mutation's failure as a code of `errors:`; our mutators' message is their code. */
function codeOf(message: string): string {
  return /^[a-z_]{3,40}$/.test(message) ? message : 'internal';
}

/**
 * Carries out a mutation. True when it stands on this device; the server's later refusal is told as well, and Zero
 * takes the change back by itself.
 */
export function useMutation(): (request: Request, options?: MutationOptions) => Promise<boolean> {
  const zero = useZero();
  const notice = use(NoticeContext);
  if (!notice) throw new Error('useAct needs an ActNoticeProvider above it');
  return useCallback(
    async function act(
      request: Request,
      { done, undo, onSubmitted, onConfirmed }: MutationOptions = {},
    ): Promise<boolean> {
      const { client, server } = zero.mutate(request);
      const here = await client;
      if (here.type === 'error') {
        notice.failed(here.error.type === 'app' ? codeOf(here.error.message) : 'unavailable');
        return false;
      }
      trackMutation(zero.storageKey, server);
      onSubmitted?.(server);
      const takeBack = async (requests: Requests | Promise<Requests>) => {
        for (const each of [await requests].flat() as Request[]) await act(each);
      };
      if (done) notice.done(done, undo && (() => void takeBack(undo())));
      void server.then((there) => {
        if (there.type !== 'error') onConfirmed?.();
        // Only the application's own refusal is definite: anything else is sent again after the next connection.
        else if (there.error.type === 'app') notice.failed(codeOf(there.error.message));
      });
      return true;
    },
    [zero, notice],
  );
}
