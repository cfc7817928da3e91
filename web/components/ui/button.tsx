import { clsx } from 'clsx';
import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class.ts';

export interface ButtonProps extends ComponentProps<'button'> {
  /** One primary button a screen. */
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** A lucide icon, before the words. */
  icon?: ReactNode;
  /** While its act is under way: keeps width and focus, ignores presses. */
  loading?: boolean;
}

export function Button({ variant, size, icon, loading = false, className, children, onClick, ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) return event.preventDefault();
    onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      onClick={press}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      className={clsx(buttonClass({ ...(variant && { variant }), ...(size && { size }) }), className)}
    >
      {loading ? <LoaderCircle aria-hidden className="size-4 animate-spin" /> : icon && <ButtonIcon>{icon}</ButtonIcon>}
      {children}
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
