import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** Says what it does: the accessible name, and the tooltip of a mouse. */
  label: string;
  icon: ReactNode;
  /** On photographs the button carries its own ground. */
  onPhoto?: boolean;
}

export function IconButton({ label, icon, onPhoto = false, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
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
