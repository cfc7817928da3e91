import { clsx } from 'clsx';
import { initials } from './avatar.tsx';

interface PersonMarkProps {
  name: string;
  /** Index of the person's colour, 0–7. */
  color: number;
  size?: 'small' | 'regular';
}

/** Initials in a person's colour. Decorative: the name is beside it, or in the label of what it is on. */
export function PersonMark({ name, color, size = 'regular' }: PersonMarkProps) {
  return (
    <span
      aria-hidden
      style={{ background: `var(--person-${color})` }}
      className={clsx(
        'inline-flex shrink-0 items-center justify-center rounded-full font-medium text-on-photo select-none',
        size === 'small' ? 'size-6 text-[0.6875rem] leading-none' : 'size-9 text-caption',
      )}
    >
      {initials(name)}
    </span>
  );
}
