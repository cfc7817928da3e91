import { mutators } from '#core/zero/mutators.ts';
import { newId } from '#web/lib/ids.ts';
import type { MutationOutcome } from '#web/lib/sync/mutation-status.ts';
import { type Request, useMutation } from '#web/lib/sync/use-mutation.tsx';

interface ChosenClient {
  /** A client of the studio; null for a new one. */
  customerId: string | null;
  /** The name of a new client; empty for none. */
  name: string;
  /** Address of a new client; empty for none. */
  email: string;
}

/**
 * Returns a function that gives a gallery its client, and adds a new one first. It resolves once the server has both: to
 * the client's id, to true if none was named, and to false if the server refused.
 */
export function useGalleryClient(galleryId: string): (chosen: ChosenClient) => Promise<string | boolean> {
  const mutate = useMutation();
  const store = async (request: Request): Promise<boolean> => {
    let outcome: Promise<MutationOutcome> | undefined;
    const isApplied = await mutate(request, { onSubmitted: (submitted) => void (outcome = submitted) });
    return isApplied && (await outcome)?.state === 'confirmed';
  };
  return async ({ customerId, name, email }) => {
    if (customerId === null && name === '') return true;
    const id = customerId ?? newId();
    const now = Date.now();
    if (customerId === null && !(await store(mutators.customers.create({ id, name, email, now })))) return false;
    const isSet = await store(mutators.galleries.update({ id: galleryId, changes: { customerId: id }, now }));
    return isSet && id;
  };
}
