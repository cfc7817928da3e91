import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { MessageItem, type MessageRow } from './message-item.tsx';

/** Mails shown at first: the current ones, not years of reminders. */
const FIRST = 5;

/** Mails to a client with their status, latest first. */
function MessageList({ messages, linksClient }: { messages: readonly MessageRow[]; linksClient: boolean }) {
  const { t } = useTranslation('mails');
  const [all, setAll] = useState(false);
  const shown = all ? messages : messages.slice(0, FIRST);
  return (
    <PageSection title={t('messages.title')}>
      {messages.length === 0 ? (
        <p className="text-soft">{t('messages.none')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {shown.map((message) => (
            <MessageItem key={message.id} message={message} linksClient={linksClient} />
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
    </PageSection>
  );
}

const CUSTOMER_MESSAGES_LIMIT = 200;

/** Mails to one client. */
export function CustomerMessages({ customerId }: { customerId: string }) {
  const [messages] = useQuery(queries.messages.ofCustomer({ customerId, limit: CUSTOMER_MESSAGES_LIMIT }));
  return <MessageList messages={messages} linksClient={false} />;
}

const SESSION_MESSAGES_LIMIT = 100;

/** Mails about one session. */
export function SessionMessages({ sessionId }: { sessionId: string }) {
  const [messages] = useQuery(queries.messages.ofSession({ sessionId, limit: SESSION_MESSAGES_LIMIT }));
  return <MessageList messages={messages} linksClient />;
}
