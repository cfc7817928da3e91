import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { useIsSyncing } from '#web/lib/store.tsx';

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
