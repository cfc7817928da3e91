import { useState } from 'react';
import type { Json } from '#core/domain/site/page-operations.ts';
import type { SetField } from '../set-field.ts';

/** Returns a list with one entry at another index. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, list[from]!);
}

/** Returns the object with a field; without the field if the value is undefined, which JSON does not have. */
export function withField<Item extends object, Key extends keyof Item>(item: Item, key: Key, value: Item[Key]): Item {
  const { [key]: _old, ...others } = item;
  return (value === undefined ? others : { ...others, [key]: value }) as Item;
}

/**
 * Returns the function that stores a block's list.
 * @param empty value of an empty list: null for an optional one
 */
export function setList(set: SetField, field: string, empty: [] | null = null) {
  return (items: readonly object[]): void => set([field], items.length > 0 ? (items as unknown as Json) : empty);
}

/** A list of items without ids, with keys that follow them while they move. */
interface ItemList<Item> {
  keys: readonly string[];
  /** Appends items; returns the key of the first. */
  add: (...items: Item[]) => string;
  change: (index: number, item: Item) => void;
  remove: (index: number) => void;
  move: (from: number, to: number) => void;
}

/** Returns keys and changes of a list of which each change stores the whole. */
export function useItemList<Item>(items: readonly Item[], onChange: (items: Item[]) => void): ItemList<Item> {
  const [made, setMade] = useState(0);
  const [known, setKnown] = useState<readonly string[]>([]);
  const keys = items.map((_, index) => known[index] ?? `first-${index}`);
  return {
    keys,
    add: (...added) => {
      setMade(made + added.length);
      setKnown([...keys, ...added.map((_, index) => `added-${made + index}`)]);
      onChange([...items, ...added]);
      return `added-${made}`;
    },
    change: (index, item) => onChange(items.with(index, item)),
    remove: (index) => {
      setKnown(keys.toSpliced(index, 1));
      onChange(items.toSpliced(index, 1));
    },
    move: (from, to) => {
      setKnown(moved(keys, from, to));
      onChange(moved(items, from, to));
    },
  };
}
