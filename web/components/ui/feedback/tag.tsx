import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

const dots: Record<Tone, string> = {
  neutral: 'bg-edge',
  accent: 'bg-accent',
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
};

/** A status label. The dot repeats the status in colour, the text is sufficient without it. */
export function Tag({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 text-caption text-soft">
      <span aria-hidden className={clsx('size-2 shrink-0 rounded-full', dots[tone])} />
      <span className="truncate">{children}</span>
    </span>
  );
}
