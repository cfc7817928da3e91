import { useQuery } from '@rocicorp/zero/react';
import { queries } from '#core/zero/queries.ts';
import { MessageList } from './message-list.tsx';

const CUSTOMER_MESSAGES_LIMIT = 200;

/** Mails to one client. */
export function CustomerMessages({ customerId }: { customerId: string }) {
  const [messages] = useQuery(queries.messages.ofCustomer({ customerId, limit: CUSTOMER_MESSAGES_LIMIT }));
  return <MessageList messages={messages} />;
}
