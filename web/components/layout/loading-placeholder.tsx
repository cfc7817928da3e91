import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsSyncing } from '#web/lib/sync/store.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { Spinner } from '../ui/feedback/spinner.tsx';

interface LoadingPlaceholderProps {
  /** Its size, where one block is shape enough. */
  className?: string;
  /** One block among others: said in few words, as each of them may have to. */
  isPart?: boolean;
  children?: ReactNode;
}

/** What is on its way, in its shape. Without a connection nothing is, and that is said: no screen waits for ever. */
export function LoadingPlaceholder({ className = '', isPart = false, children }: LoadingPlaceholderProps) {
  const { t } = useTranslation('app');
  if (useIsSyncing()) return children ?? <Skeleton className={className} />;
  if (isPart) return <p className="border-y border-line py-3 text-soft">{t('connection.partNotHere')}</p>;
  return <p className="measure py-6 text-soft">{t('connection.notHere')}</p>;
}

/** While the session is read (spec §2: "Loading..."). */
export function SpinnerPage() {
  const { t } = useTranslation('common');
  return (
    <div className="flex min-h-[70dvh] items-center justify-center">
      <Spinner text={t('loading')} />
    </div>
  );
}
