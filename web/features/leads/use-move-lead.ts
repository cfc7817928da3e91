import { useTranslation } from 'react-i18next';
import type { LeadStatus } from '#core/domain/clients/leads.ts';
import { mutators } from '#core/zero/mutators.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

/** Returns a function that changes the status of a lead, with undo. */
export function useMoveLead() {
  const { t } = useTranslation('leads');
  const mutate = useMutation();
  return ({ id, status }: { id: string; status: LeadStatus }, to: LeadStatus) => {
    const request = (next: LeadStatus) => mutators.leads.setStatus({ ids: [id], to: next, now: Date.now() });
    return mutate(request(to), { done: t(`moved.${to}`), undo: () => request(status) });
  };
}
