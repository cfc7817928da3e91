import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useWritable } from '#web/lib/sync/writable.ts';

/** An action behind a swipe: a link (`mailto:`, `tel:`) or a callback. */
export interface SwipeAction {
  label: string;
  icon: ReactNode;
  href?: string;
  onAction?: () => void;
  /** True if it changes synced data: disabled while Zero refuses writes. */
  writes?: boolean;
}

export interface RowSwipe {
  /** Accessible name of the group: the row's name. */
  label: string;
  actions: readonly SwipeAction[];
}

/** Width of one action in pixels: a thumb's width and two short lines. */
const ACTION_WIDTH = 96;
/** Gap between the row and its first action, in pixels. */
const GAP = 12;

/** Width in pixels of all actions with the gap; 0 without actions. */
export const actionsWidth = (actions: number) => (actions > 0 ? GAP + actions * ACTION_WIDTH : 0);

interface SwipeActionsProps extends RowSwipe {
  /** False: the actions cannot be focused. */
  open: boolean;
  onDone: () => void;
}

/** Actions to the right of their row, visible once the row is swiped. */
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
  onAction,
  writes = false,
  first,
  onDone,
}: SwipeAction & { first: boolean; onDone: () => void }) {
  const writable = useWritable();
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
  const run = () => {
    onDone();
    onAction?.();
  };
  return (
    <button type="button" disabled={writes && !writable} onClick={run} className={className} style={style}>
      {content}
    </button>
  );
}
