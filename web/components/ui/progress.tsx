import { clsx } from 'clsx';
import { Progress as Primitive } from 'radix-ui';

export interface ProgressProps {
  /** What advances: the accessible name, shown unless hidden. */
  label: string;
  /** 0–1; null while the end is unknown. */
  value: number | null;
  /** How far in words: "12 of 80". */
  text?: string;
  hideLabel?: boolean;
  tone?: 'accent' | 'danger';
}

export function Progress({ label, value, text, hideLabel = false, tone = 'accent' }: ProgressProps) {
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      {!hideLabel && (
        <div className="flex items-baseline justify-between gap-4">
          <span className="truncate">{label}</span>
          {text && (
            <span data-figures className="shrink-0 text-caption text-soft">
              {text}
            </span>
          )}
        </div>
      )}
      <Primitive.Root
        value={percent}
        aria-label={label}
        {...(text && { 'aria-valuetext': text })}
        className="h-1 overflow-hidden rounded-full bg-line"
      >
        <Primitive.Indicator
          className={clsx(
            'h-full origin-left rounded-full transition-transform duration-200',
            tone === 'danger' ? 'bg-danger' : 'bg-accent',
            percent === null && 'w-1/3 animate-breathe',
          )}
          style={percent === null ? undefined : { transform: `scaleX(${percent / 100})` }}
        />
      </Primitive.Root>
    </div>
  );
}
