import { clsx } from 'clsx';
import { Check, Pause, Play, RotateCw, X } from 'lucide-react';
import { Progress as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../inputs/button.tsx';

interface ProgressProps {
  /** Accessible name; visible unless hidden. */
  label: string;
  /** 0–1; null if the progress is unknown. */
  value: number | null;
  /** Progress in words: "12 of 80". */
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

interface ProgressRowProps {
  /** File name. */
  name: string;
  state: 'waiting' | 'active' | 'done' | 'failed';
  /** 0–1 while active; null if the progress is unknown. */
  value?: number | null;
  /** Size or error, in words. */
  detail?: string;
  /** A sentence about the file. */
  hint?: string | undefined;
  /** Thumbnail of the file. */
  picture?: ReactNode;
  onCancel?: () => void;
  onPause?: () => void;
  onResume?: () => void;
  onRetry?: () => void;
}

/** Progress of one item of many: a file in the upload list. */
export function ProgressRow({ name, state, value = null, detail, hint, picture, ...actions }: ProgressRowProps) {
  return (
    <li className="flex min-h-14 items-center gap-3 py-1.5">
      {picture && <div className="size-10 shrink-0 overflow-hidden rounded-print bg-sunken">{picture}</div>}
      <div className="flex min-w-0 grow flex-col gap-1">
        <div className="flex items-baseline justify-between gap-4">
          <span className="truncate">{name}</span>
          {detail && state !== 'failed' && (
            <span data-figures className="max-w-3/5 shrink-0 truncate text-caption text-soft">
              {detail}
            </span>
          )}
        </div>
        {state === 'active' && <Progress label={name} hideLabel value={value} />}
        {state !== 'failed' && hint && <p className="text-caption text-soft">{hint}</p>}
        {state === 'failed' && detail && <p className="text-caption text-danger">{detail}</p>}
      </div>
      {state === 'done' && <Check aria-hidden className="ml-3 size-5 shrink-0 text-success" strokeWidth={1.75} />}
      <RowActions name={name} {...actions} />
    </li>
  );
}

type RowActionsProps = Pick<ProgressRowProps, 'name' | 'onCancel' | 'onPause' | 'onResume' | 'onRetry'>;

/** Each button's accessible name includes the file name, for lists of buttons in screen readers. */
function RowActions({ name, onCancel, onPause, onResume, onRetry }: RowActionsProps) {
  const { t } = useTranslation('common');
  return (
    <div className="-mr-3 flex shrink-0 empty:hidden">
      {onPause && <IconButton label={`${t('pause')}: ${name}`} icon={<Pause aria-hidden />} onClick={onPause} />}
      {onResume && <IconButton label={`${t('resume')}: ${name}`} icon={<Play aria-hidden />} onClick={onResume} />}
      {onRetry && <IconButton label={`${t('retry')}: ${name}`} icon={<RotateCw aria-hidden />} onClick={onRetry} />}
      {onCancel && <IconButton label={`${t('cancel')}: ${name}`} icon={<X aria-hidden />} onClick={onCancel} />}
    </div>
  );
}
