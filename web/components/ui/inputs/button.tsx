import { clsx } from 'clsx';
import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { useWritable } from '#web/lib/sync/writable.ts';

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
type ButtonSize = 'regular' | 'small';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border border-edge text-ink hover:bg-hover',
  quiet: 'text-ink hover:bg-hover',
  danger: 'border border-danger text-danger hover:bg-danger-tint',
};

const sizes: Record<ButtonSize, string> = {
  regular: 'min-h-control px-4',
  small: 'thumb min-h-9 px-3 text-caption',
};

/** Classes of a button, for links: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass(look: { variant?: ButtonVariant; size?: ButtonSize } = {}): string {
  return clsx(
    'inline-flex items-center justify-center gap-2 rounded-control font-medium no-underline transition-colors select-none',
    'disabled:opacity-50 aria-disabled:opacity-50',
    variants[look.variant ?? 'secondary'],
    sizes[look.size ?? 'regular'],
  );
}

interface PressProps extends ComponentProps<'button'> {
  /** True if a press changes synced data: disabled while Zero refuses writes. */
  writes?: boolean;
}

export interface ButtonProps extends PressProps {
  /** At most one `primary` button on a screen. */
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** A lucide icon before the label. */
  icon?: ReactNode;
  /** True while the action is pending: keeps width and focus and ignores presses. */
  loading?: boolean;
}

export function Button({
  variant,
  size,
  icon,
  loading = false,
  writes = false,
  disabled = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const writable = useWritable();
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) return event.preventDefault();
    onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || (writes && !writable)}
      onClick={press}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      className={clsx(
        buttonClass({ ...(variant && { variant }), ...(size && { size }) }),
        loading && 'relative',
        className,
      )}
    >
      {loading ? (
        <LoaderCircle aria-hidden className={clsx('size-4 animate-spin', !icon && 'absolute')} />
      ) : (
        icon && <ButtonIcon>{icon}</ButtonIcon>
      )}
      {loading && !icon ? <span className="contents text-transparent">{children}</span> : children}
    </button>
  );
}

function ButtonIcon({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden className="-ml-0.5 flex *:size-4 *:stroke-[1.75]">
      {children}
    </span>
  );
}

interface IconButtonProps extends Omit<PressProps, 'aria-label' | 'children'> {
  /** Accessible name and tooltip. */
  label: string;
  icon: ReactNode;
  /** Adds a background, for buttons on photographs. */
  onPhoto?: boolean;
}

export function IconButton({
  label,
  icon,
  onPhoto = false,
  writes = false,
  disabled = false,
  className,
  ...rest
}: IconButtonProps) {
  const writable = useWritable();
  return (
    <button
      type="button"
      title={label}
      {...rest}
      disabled={disabled || (writes && !writable)}
      aria-label={label}
      className={clsx(
        'inline-flex size-control shrink-0 items-center justify-center rounded-full transition-colors *:size-5 *:stroke-[1.5]',
        'disabled:opacity-50 aria-disabled:opacity-50',
        onPhoto
          ? 'bg-veil text-on-photo outline-offset-[-4px] focus-visible:outline-on-photo'
          : 'text-ink hover:bg-hover',
        className,
      )}
    >
      {icon}
    </button>
  );
}
