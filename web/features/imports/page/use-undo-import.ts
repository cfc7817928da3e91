import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_BULK_CUSTOMERS } from '#core/domain/clients/customers.ts';
import { mutators } from '#core/zero/mutators.ts';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { type Request, useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { ImportStep } from './import-run.ts';

/** Moves everything that an import created to the trash, its clients last. */
export function useUndoImport() {
  const { t } = useTranslation('import');
  const mutate = useMutation();
  const toast = useToast();
  const [undoing, setUndoing] = useState(false);
  const all = async (requests: readonly Request[]) => {
    for (const request of requests) if (!(await mutate(request))) return false;
    return true;
  };
  return {
    undoing,
    undo: async (steps: readonly ImportStep[]): Promise<boolean> => {
      setUndoing(true);
      const done = await all(requestsOf(steps, 'trash'));
      setUndoing(false);
      const count = steps.reduce((sum, { create }) => sum + create.length, 0);
      if (done)
        toast({ title: t('undone', { count }), onUndo: () => void all(requestsOf(steps, 'restore').toReversed()) });
      return done;
    },
  };
}

function requestsOf(steps: readonly ImportStep[], act: 'trash' | 'restore'): Request[] {
  const now = Date.now();
  const clients = steps.flatMap((step) => (step.of ? [] : step.create.map(({ id }) => id)));
  const chunks = Array.from({ length: Math.ceil(clients.length / MAX_BULK_CUSTOMERS) }, (_, at) =>
    clients.slice(at * MAX_BULK_CUSTOMERS, (at + 1) * MAX_BULK_CUSTOMERS),
  );
  return [
    ...steps.flatMap(({ of, create }) => (of ? create.map(({ id }) => mutators[of][act]({ id, now })) : [])),
    ...chunks.map((ids) => mutators.customers[act]({ ids, now })),
  ];
}
