import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** What a swipe uncovers: a link (`mailto:`, `tel:`) or something that is done. */
export interface SwipeAction {
  label: string;
  icon: ReactNode;
  href?: string;
  onAct?: () => void;
  disabled?: boolean;
}

export interface RowSwipe {
  /** Whose acts they are; for screen readers. */
  label: string;
  actions: readonly SwipeAction[];
}

/** Pixels of one act: a thumb's room and two short lines of words. */
const ACTION_WIDTH = 96;
/** Between the row and its first act. */
const GAP = 12;

/** Pixels that a row is moved by for all its acts to be seen. */
export const actionsWidth = (actions: number) => (actions > 0 ? GAP + actions * ACTION_WIDTH : 0);

interface SwipeActionsProps extends RowSwipe {
  /** Before, nobody can reach them but with the finger that uncovers them. */
  open: boolean;
  onDone: () => void;
}

/** On the right of their row, outside of it until it is moved aside. */
export function SwipeActions({ label, actions, open, onDone }: SwipeActionsProps) {
  return (
    <div
      role="group"
      aria-label={label}
      inert={!open}
      className="absolute inset-y-0 left-full flex"
      style={{ paddingLeft: GAP }}
    >
      {actions.map((act, index) => (
        <SwipeActionButton key={act.label} {...act} first={index === 0} onDone={onDone} />
      ))}
    </div>
  );
}

function SwipeActionButton({
  label,
  icon,
  href,
  onAct,
  disabled,
  first,
  onDone,
}: SwipeAction & { first: boolean; onDone: () => void }) {
  const className = clsx(
    'flex h-full flex-col items-center justify-center gap-1 px-2 text-center text-caption leading-4 font-medium no-underline outline-offset-[-4px] select-none *:size-5 *:shrink-0 disabled:opacity-50',
    first ? 'bg-accent text-on-accent focus-visible:outline-on-accent' : 'bg-sunken text-ink',
  );
  const style = { width: ACTION_WIDTH };
  const content = (
    <>
      {icon}
      <span className="h-auto! w-full!">{label}</span>
    </>
  );
  if (href) {
    return (
      <a href={href} onClick={onDone} className={className} style={style}>
        {content}
      </a>
    );
  }
  const act = () => {
    onDone();
    onAct?.();
  };
  return (
    <button type="button" disabled={disabled} onClick={act} className={className} style={style}>
      {content}
    </button>
  );
}
