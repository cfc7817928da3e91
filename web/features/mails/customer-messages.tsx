import { useQuery } from '@rocicorp/zero/react';
import { queries } from '#core/zero/queries.ts';
import { MessageList } from './message-list.tsx';

const LIMIT = 200;

/** Mails to one client. */
export function CustomerMessages({ customerId }: { customerId: string }) {
  const [messages] = useQuery(queries.messages.ofCustomer({ customerId, limit: LIMIT }));
  return <MessageList messages={messages} />;
}
