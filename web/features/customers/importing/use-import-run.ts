import { useEffect, useState } from 'react';
import { mutators } from '#core/zero/mutators.ts';
import { useMutation } from '#web/lib/act.tsx';
import { useDraftPrefix } from '#web/lib/draft.ts';
import { readStored, removeStored, writeStored } from '#web/lib/storage.ts';
import { useStore } from '#web/lib/store.tsx';
import type { ImportRun } from './import-run.ts';

/**
 * Carries out an import step by step, each after the server has the one before. One that was interrupted (no
 * connection, a closed window) goes on with the step it had come to, which may then be sent twice: that changes
 * nothing, see `importMany`.
 */
export function useImportRun() {
  const key = `${useDraftPrefix()}customer-import`;
  const act = useMutation();
  const { writable } = useStore();
  const [run, setRun] = useState(() => readStored(key) as ImportRun | null);
  const [failed, setFailed] = useState(false);
  const through = run !== null && run.next >= run.steps.length;
  const step = run && !through ? run.steps[run.next] : undefined;

  useEffect(() => {
    if (run) writeStored(key, run);
  }, [key, run]);

  useEffect(() => {
    if (!step || !writable || failed) return;
    let current = true;
    const write = async () => {
      let answer: Promise<unknown> = Promise.resolve();
      const request = mutators.customers.importMany({ ...step, now: Date.now() });
      const stands = await act(request, { onSubmitted: (said) => void (answer = said) });
      const refused = stands ? isRefusal(await answer) : true;
      if (!current) return;
      if (refused) setFailed(true);
      else setRun((now) => now && { ...now, next: now.next + 1 });
    };
    void write();
    return () => {
      current = false;
    };
  }, [act, step, writable, failed]);

  return {
    run,
    through,
    failed,
    start: (next: ImportRun) => setRun(next),
    retry: () => setFailed(false),
    forget: () => {
      removeStored(key);
      setRun(null);
      setFailed(false);
    },
  };
}

function isRefusal(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'type' in answer && answer.type === 'error';
}
