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

/** A word of state. The dot repeats it in colour; the word is what counts. */
export function Tag({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-caption whitespace-nowrap text-soft">
      <span aria-hidden className={clsx('size-2 rounded-full', dots[tone])} />
      {children}
    </span>
  );
}
