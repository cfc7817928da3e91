import { useQuery } from '@rocicorp/zero/react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { MessageItem, type MessageRow } from './message-item.tsx';

/** Mails shown at first: the current ones, not years of reminders. */
const FIRST = 5;

/** Mails to a client with their status, latest first. */
function MessageList({ messages }: { messages: readonly MessageRow[] }) {
  const { t } = useTranslation('mails');
  const id = useId();
  const [all, setAll] = useState(false);
  const shown = all ? messages : messages.slice(0, FIRST);
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="border-b border-line pb-3 text-lead font-semibold">
        {t('messages.title')}
      </h2>
      {messages.length === 0 ? (
        <p className="text-soft">{t('messages.none')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {shown.map((message) => (
            <MessageItem key={message.id} message={message} />
          ))}
        </ul>
      )}
      {shown.length < messages.length && (
        <div>
          <Button variant="quiet" onClick={() => setAll(true)}>
            {t('messages.more')}
          </Button>
        </div>
      )}
    </section>
  );
}

const CUSTOMER_MESSAGES_LIMIT = 200;

/** Mails to one client. */
export function CustomerMessages({ customerId }: { customerId: string }) {
  const [messages] = useQuery(queries.messages.ofCustomer({ customerId, limit: CUSTOMER_MESSAGES_LIMIT }));
  return <MessageList messages={messages} />;
}

const SESSION_MESSAGES_LIMIT = 100;

/** Mails about one session. */
export function SessionMessages({ sessionId }: { sessionId: string }) {
  const [messages] = useQuery(queries.messages.ofSession({ sessionId, limit: SESSION_MESSAGES_LIMIT }));
  return <MessageList messages={messages} />;
}
