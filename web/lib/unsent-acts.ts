import { useSyncExternalStore } from 'react';

/** What the server said of a mutation; `zero` is no word of its own: the mutation is sent again. */
type Answer = Promise<{ type: string; error?: { type: string } }>;

let awaited = 0;
/** Sent, and cut short: they are in the replica of their studio, and go out with its next connection. */
let cut = 0;
const listeners = new Set<() => void>();

/** Counts a change that stands on this device until the server has taken or refused it. */
export function followAct(answer: Answer): void {
  change(1, cut);
  void answer.then(
    ({ type, error }) => {
      if (type !== 'error') return change(-1, 0);
      return change(-1, error?.type === 'app' ? cut : cut + 1);
    },
    () => change(-1, cut + 1),
  );
}

/** Whether there are changes that the server has not answered: whoever deletes the replica deletes them. */
export function useUnsentActs(): boolean {
  return useSyncExternalStore(subscribe, () => awaited + cut > 0);
}

function change(by: number, nowCut: number): void {
  awaited += by;
  // Mutations are carried out in their order: what is answered came after what was cut short.
  cut = nowCut;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
