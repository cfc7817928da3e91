import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';

interface TileGridProps {
  /** Accessible name. */
  label: string;
  count: number;
  className: string;
  /** Renders a tile's button, which takes the tab index. */
  children: (index: number, tabIndex: 0 | -1) => ReactNode;
}

/** Buttons in a grid: one is in the Tab order, arrow keys move between them. */
export function TileGrid({ label, count, className, children }: TileGridProps) {
  const list = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const current = Math.min(at, Math.max(0, count - 1));
  const onKeyDown = (event: KeyboardEvent) => {
    const tiles = [...(list.current?.querySelectorAll<HTMLElement>(':scope > li') ?? [])];
    const columns = tiles.filter(({ offsetTop }) => offsetTop === tiles[0]?.offsetTop).length;
    const to = gridStep(event.key, current, count, columns);
    if (to === null) return;
    event.preventDefault();
    setAt(to);
    tiles[to]?.querySelector('button')?.focus();
  };
  const onFocus = ({ target }: FocusEvent) => {
    const index = [...(list.current?.children ?? [])].findIndex((tile) => tile.contains(target));
    if (index >= 0) setAt(index);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys lead from one tile's button to the next; Tab reaches them
    <ul ref={list} aria-label={label} onKeyDown={onKeyDown} onFocus={onFocus} className={className}>
      {Array.from({ length: count }, (_, index) => (
        <li key={index}>{children(index, index === current ? 0 : -1)}</li>
      ))}
    </ul>
  );
}

/** Returns the tile that a key moves to in a grid; null for other keys and beyond the edges. */
export function gridStep(key: string, index: number, count: number, columns: number): number | null {
  const to = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - columns,
    ArrowDown: index + columns,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined || to < 0 || to >= count || to === index ? null : to;
}
