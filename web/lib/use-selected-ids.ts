import { useCallback, useState } from 'react';

/** Ids of the selected rows of a list; `select` adds or removes one. */
export function useSelectedIds() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const select = useCallback(
    (id: string, on: boolean) =>
      setIds((before) => new Set(on ? [...before, id] : [...before].filter((one) => one !== id))),
    [],
  );
  return { ids, setIds, select };
}
