import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';
import { MessageItem, type MessageRow } from './message-item.tsx';

/** Shown at first: what is going on now, and not years of reminders. */
const FIRST = 5;

/** Mails to a client, the latest first, with what became of each. */
export function MessageList({ messages }: { messages: readonly MessageRow[] }) {
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
