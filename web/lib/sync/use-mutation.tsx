import type { MutatorResultDetails } from '@rocicorp/zero';
import { useZero } from '@rocicorp/zero/react';
import { createContext, type ReactNode, use, useCallback } from 'react';
import { securityEventOf } from '#core/zero/mutators.ts';
import { referenceOf } from '../api/trace.ts';
import { askUntilStored } from './ask-until-stored.ts';
import { type MutationOutcome, trackMutation } from './mutation-status.ts';

interface DoneNotice {
  title: string;
  detail?: string | undefined;
  onUndo?: (() => void) | undefined;
  /** A choice besides Undo. */
  action?: { label: string; onSelect: () => void } | undefined;
}

/** Reports results of mutations to the user; `web/app` connects it to the toasts. */
interface MutationNotifier {
  done: (notice: DoneNotice) => void;
  failed: (code: string, reference?: string) => void;
  /** Asks the person to sign in again; true once they have. */
  signInAgain: (byMail: boolean) => Promise<boolean>;
}

const NoticeContext = createContext<MutationNotifier | null>(null);

export function MutationNotifierProvider({ notice, children }: { notice: MutationNotifier; children: ReactNode }) {
  return <NoticeContext value={notice}>{children}</NoticeContext>;
}

/** A mutator with its arguments: `mutators.galleries.trash({…})`. */
export type Request = Parameters<ReturnType<typeof useZero>['mutate']>[0];
/** Several run in order, if one mutation cannot revert everything. */
export type Requests = Request | readonly Request[];

export interface MutationOptions extends Pick<DoneNotice, 'detail' | 'action'> {
  /**
   * The result in a few words; shown immediately, since mutations are optimistic, unless one takes a recent sign-in.
   */
  done?: string;
  /** Returns the reverting mutation, or a promise of it; offered with `done`. */
  undo?: () => Requests | Promise<Requests>;
  /** True for a repetition of a mutation whose result may be lost: a refusal is not reported. */
  silent?: boolean;
  /** Receives the server's result, once the mutation is applied locally; keep drafts until it is confirmed. */
  onSubmitted?: (outcome: Promise<MutationOutcome>) => void;
}

/** The message of our mutators' errors is the code. */
export function toOutcome(result: MutatorResultDetails): MutationOutcome {
  if (result.type !== 'error') return { state: 'confirmed' };
  const { type, message } = result.error;
  if (type !== 'app') return { state: 'interrupted' };
  const code = /^[a-z_]{3,40}$/.test(message) ? message : 'internal';
  const reference = referenceOf(result.error.details);
  const { details } = result.error;
  const byMail = typeof details === 'object' && details !== null && 'mail' in details && details['mail'] === true;
  return { state: 'rejected', code, ...(reference ? { reference } : {}), ...(byMail ? { byMail } : {}) };
}

/** The server's result; a closed store leaves it open. */
const resultOf = (server: Promise<MutatorResultDetails>): Promise<MutationOutcome> =>
  server.then(toOutcome, () => ({ state: 'interrupted' }) as const);

/**
 * Returns a function that runs a mutation and resolves to true once it is applied locally. A later rejection by the
 * server is reported too, and Zero reverts the change.
 */
export function useMutation(): (request: Request, options?: MutationOptions) => Promise<boolean> {
  const zero = useZero();
  const notice = use(NoticeContext);
  if (!notice) throw new Error('useMutation needs a MutationNotifierProvider above it');
  return useCallback(
    async function mutate(
      request: Request,
      { done, undo, silent, onSubmitted, ...rest }: MutationOptions = {},
    ): Promise<boolean> {
      const { client, server } = zero.mutate(request);
      const local = toOutcome(await client);
      if (local.state !== 'confirmed') {
        if (!silent) notice.failed(local.state === 'rejected' ? local.code : 'unavailable');
        return false;
      }
      const outcome = resultOf(server).then(async (result) => {
        if (silent || result.state !== 'rejected' || result.code !== 'recent_sign_in_required') return result;
        // Zero has reverted the change; it is made again after the new sign-in.
        return (await notice.signInAgain(result.byMail === true)) ? resultOf(zero.mutate(request).server) : result;
      });
      trackMutation(zero.storageKey, outcome);
      askUntilStored(outcome);
      onSubmitted?.(outcome);
      const takeBack = async (requests: Requests | Promise<Requests>) => {
        for (const each of [await requests].flat() as Request[]) await mutate(each);
      };
      const tell = () => done && notice.done({ title: done, onUndo: undo && (() => void takeBack(undo())), ...rest });
      const { mutator, args } = request;
      const mayAsk = securityEventOf(mutator.mutatorName, args) !== null;
      if (!mayAsk) tell();
      void outcome.then((remote) => {
        if (mayAsk && remote.state === 'confirmed') tell();
        if (remote.state === 'rejected' && !silent) notice.failed(remote.code, remote.reference);
      });
      return true;
    },
    [zero, notice],
  );
}
