import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { type Request, useMutation } from '#web/lib/sync/use-mutation.tsx';

interface DocumentItemProps {
  title: string | undefined;
  /** The status, as a tag. */
  state: ReactNode;
  /** Buttons of the kind, before and after those of a document that awaits the client. */
  before?: ReactNode;
  after?: ReactNode;
  /** The actions while the client has not answered. */
  pending: {
    /** Null while its session has a status in which nothing is sent, for example cancelled. */
    resend: (() => Request) | null;
    remove: () => Request;
    removeLabel: string;
    removed: string;
    isFirst?: boolean;
  } | null;
  children: ReactNode;
}

/** A document of a session in the list of those that were sent. */
export function DocumentItem({ title, state, before, after, pending, children }: DocumentItemProps) {
  const { t } = useTranslation('documents');
  const mutate = useMutation();
  const resend = pending?.resend;
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="font-medium wrap-anywhere">{title}</p>
        {state}
      </div>
      {children}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {before}
        {pending && (
          <>
            {resend && (
              <Button size="small" writes onClick={() => void mutate(resend(), { done: t('session.sent') })}>
                {t(pending.isFirst ? 'session.send' : 'session.resend')}
              </Button>
            )}
            <Button
              size="small"
              variant="quiet"
              writes
              onClick={() => void mutate(pending.remove(), { done: pending.removed })}
            >
              {pending.removeLabel}
            </Button>
          </>
        )}
        {after}
      </div>
    </li>
  );
}
