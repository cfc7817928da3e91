import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { newId } from '#web/lib/ids.ts';
import { orderHref } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { AddLineDialog } from './line-dialogs.tsx';

interface NewOrderDialogProps {
  customerId: string;
  /** The gallery that the order is about; null for none. */
  galleryId: string | null;
  onClose: () => void;
}

/** Starts an order without a session with its first line, and opens it. */
export function NewOrderDialog({ customerId, galleryId, onClose }: NewOrderDialogProps) {
  const navigate = useNavigate();
  const mutate = useMutation();
  const [orderId] = useState(newId);
  const [customer] = useQuery(queries.customers.byId({ id: customerId }));
  const order = { id: orderId, customerId, ...(galleryId !== null && { galleryId }) };
  return (
    <AddLineDialog
      of={{ sessionId: null, orderId }}
      language={customer?.language ?? null}
      begin={() => mutate(mutators.payments.createOrder({ ...order, now: Date.now() }))}
      onAdded={() => void navigate(orderHref(orderId))}
      onClose={onClose}
    />
  );
}
