import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsSyncing } from '#web/lib/sync/store.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';

interface LoadingPlaceholderProps {
  /** Size of the placeholder if it is a single block. */
  className?: string;
  /** One block of several on a page: its offline text is short. */
  isPart?: boolean;
  children?: ReactNode;
}

/** Placeholder for data that is loading. Offline it says so, so that no screen waits forever. */
export function LoadingPlaceholder({ className = '', isPart = false, children }: LoadingPlaceholderProps) {
  const { t } = useTranslation('app');
  if (useIsSyncing()) return children ?? <Skeleton className={className} />;
  if (isPart) return <p className="border-y border-line py-3 text-soft">{t('connection.partNotHere')}</p>;
  return <p className="measure py-6 text-soft">{t('connection.notHere')}</p>;
}

/**
 * Note above rows of a query whose result is not complete, since a device may have only some of them. Shown once the
 * rest cannot arrive, and until it has.
 */
export function PartialNote({ isComplete }: { isComplete: boolean }) {
  const { t } = useTranslation('app');
  const isSyncing = useIsSyncing();
  const [isShown, setShown] = useState(false);
  const shows = !isComplete && (isShown || !isSyncing);
  if (shows !== isShown) setShown(shows);
  return shows && <p className="pb-4 text-caption text-soft">{t('connection.partial')}</p>;
}
