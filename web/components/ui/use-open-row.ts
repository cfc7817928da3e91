import { useEffect, useEffectEvent, useMemo } from 'react';

interface OpenRow<Row> {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Key of the row that is open beside the list: comes into sight when it becomes another one. */
  current: string | null;
  /** Key of a row that gets the focus; as often as the object is a new one. */
  focusOn: { readonly id: string } | null;
  /** Brings a row into sight. */
  show: (index: number) => void;
  focusRow: (index: number) => void;
}

/** Follows, in a list, what is opened and closed elsewhere; a row that the list does not have moves nothing. */
export function useOpenRow<Row>({ rows, rowKey, current, focusOn, show, focusRow }: OpenRow<Row>): void {
  // Many rows, and a list is drawn at every step of scrolling.
  const isThere = useMemo(
    () => current !== null && rows.some((row) => rowKey(row) === current),
    [rows, rowKey, current],
  );
  const indexOf = (key: string) => rows.findIndex((row) => rowKey(row) === key);
  const reveal = useEffectEvent((key: string) => show(indexOf(key)));
  useEffect(() => {
    if (current !== null && isThere) reveal(current);
  }, [current, isThere]);
  const focus = useEffectEvent((key: string) => {
    const index = indexOf(key);
    if (index >= 0) focusRow(index);
  });
  useEffect(() => {
    if (focusOn) focus(focusOn.id);
  }, [focusOn]);
}
