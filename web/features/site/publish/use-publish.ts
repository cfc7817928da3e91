import { useState } from 'react';
import { mutators } from '#core/zero/mutators.ts';
import { newId } from '#web/lib/ids.ts';
import type { MutationOutcome } from '#web/lib/sync/mutation-status.ts';
import { type Request, useMutation } from '#web/lib/sync/use-mutation.tsx';

/** Refusals with a text of their own, `publishing:refused.<name>`. */
const REFUSALS = [
  'conflict',
  'limit_reached',
  'site_photos_private',
  'forbidden',
  'not_found',
  'validation_failed',
] as const;
type Refusal = (typeof REFUSALS)[number] | 'other' | 'interrupted';

const refusalOf = (code: string): Refusal => REFUSALS.find((one) => one === code) ?? 'other';

/** Publishes and plans publications. Waits for the server, because it checks what a window cannot know. */
export function usePublish() {
  const mutate = useMutation();
  const [state, setState] = useState<'idle' | 'publishing' | 'published'>('idle');
  const [failure, setFailure] = useState<Refusal | null>(null);

  async function run(request: Request): Promise<boolean> {
    let outcome: Promise<MutationOutcome> | undefined;
    const isApplied = await mutate(request, { silent: true, onSubmitted: (sent) => void (outcome = sent) });
    const result = isApplied ? await outcome : undefined;
    if (result?.state === 'confirmed') return true;
    setFailure(
      result?.state === 'interrupted' ? 'interrupted' : refusalOf(result?.state === 'rejected' ? result.code : ''),
    );
    return false;
  }
  /** The home page first: publishing without one would leave the built-in page at the studio's address. */
  const withHome = async (home: string | null, request: Request): Promise<boolean> => {
    setFailure(null);
    setState('publishing');
    const isHome =
      home === null || (await run(mutators.site.update({ changes: { defaultPage: home }, now: Date.now() })));
    const isDone = isHome && (await run(request));
    setState('idle');
    return isDone;
  };
  return {
    state,
    failure,
    /** @param pageIds pages to publish; null for all */
    publish: async (pageIds: readonly string[] | null, home: string | null) => {
      const subset = pageIds ? { pageIds: [...pageIds] } : {};
      if (await withHome(home, mutators.site.publish({ releaseId: newId(), ...subset, now: Date.now() })))
        setState('published');
    },
    schedule: (at: number, home: string | null) => withHome(home, mutators.site.schedule({ at, now: Date.now() })),
  };
}
