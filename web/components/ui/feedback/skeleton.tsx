import { clsx } from 'clsx';

/** Placeholder block. Give it the size of the loaded content (`h-6 w-40`) to avoid layout shift. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={clsx('animate-breathe rounded-print bg-line', className)} />;
}
