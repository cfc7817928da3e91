import { clsx } from 'clsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'regular' | 'small';

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

/** How a button looks, for links that act as one: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass(look: { variant?: ButtonVariant; size?: ButtonSize } = {}): string {
  return clsx(
    'inline-flex items-center justify-center gap-2 rounded-control font-medium no-underline transition-colors select-none',
    'disabled:opacity-50 aria-disabled:opacity-50',
    variants[look.variant ?? 'secondary'],
    sizes[look.size ?? 'regular'],
  );
}
