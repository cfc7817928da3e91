import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsSyncing, useStore } from '#web/lib/sync/store.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';

interface LoadingPlaceholderProps {
  /** Size of the placeholder if it is a single block. */
  className?: string;
  /** One block of several on a page: its offline text is short. */
  isPart?: boolean;
  children?: ReactNode;
}

/** Placeholder for data that is loading. Offline, or if the replica does not open, it says so: no screen waits forever. */
export function LoadingPlaceholder({ className = '', isPart = false, children }: LoadingPlaceholderProps) {
  const { t } = useTranslation('app');
  const isBlocked = useStore().reloadNeed?.reason === 'blocked';
  if (useIsSyncing()) return children ?? <Skeleton className={className} />;
  const text = isPart ? 'connection.partNotHere' : 'connection.notHere';
  return (
    <p className={clsx('text-soft', isPart ? 'border-y border-line py-3' : 'measure py-6')}>
      {t(isBlocked ? 'outdated.notHere' : text)}
    </p>
  );
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
