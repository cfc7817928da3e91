import { clsx } from 'clsx';
import type { ScheduleTone } from './types.ts';

/**
 * The look of an item in its own colour, `--item`: a tint that any text stays readable on, and an edge of the full
 * colour. So a studio may choose what colours it likes.
 */
export function scheduleItemClass(tone: ScheduleTone): string {
  return clsx(
    'rounded-control border border-l-4 text-ink no-underline',
    'border-[color-mix(in_oklab,var(--item)_45%,var(--line))] border-l-(--item)',
    tone === 'solid'
      ? 'bg-[color-mix(in_oklab,var(--item)_16%,var(--paper-raised))]'
      : 'border-dashed bg-raised [border-left-style:solid]',
    tone === 'outlined' && 'border-edge border-l-(--item)',
    tone === 'struck' && 'text-soft',
  );
}
