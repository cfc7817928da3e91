import { useQuery } from '@rocicorp/zero/react';
import { queries } from '#core/zero/queries.ts';
import { MessageList } from './message-list.tsx';

const SESSION_MESSAGES_LIMIT = 100;

/** Mails about one session. */
export function SessionMessages({ sessionId }: { sessionId: string }) {
  const [messages] = useQuery(queries.messages.ofSession({ sessionId, limit: SESSION_MESSAGES_LIMIT }));
  return <MessageList messages={messages} />;
}
