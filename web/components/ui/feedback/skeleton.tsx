import { clsx } from 'clsx';

/** The shape of what is on its way; give it the size of what will come (`h-6 w-40`), so that nothing jumps. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={clsx('animate-breathe rounded-print bg-line', className)} />;
}
