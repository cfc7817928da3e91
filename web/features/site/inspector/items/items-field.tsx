import { ChevronDown, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_ITEMS } from '#core/domain/site/page-blocks.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Labelled } from '../choice-field.tsx';
import { useItemList } from './item-keys.ts';
import { SortableList } from './sortable-list.tsx';

interface ItemsFieldProps<Item> {
  label: string;
  addLabel: string;
  items: readonly Item[];
  /** Text of a closed item; empty if it has none yet. */
  titleOf: (item: Item) => string;
  /** Title of an item without text. */
  untitled: string;
  create: () => Item;
  onChange: (items: Item[]) => void;
  children: (item: Item, change: (item: Item) => void) => ReactNode;
}

/** Items of a block, each with fields behind its title. */
export function ItemsField<Item>(props: ItemsFieldProps<Item>) {
  const { label, addLabel, items, titleOf, untitled, create, onChange, children } = props;
  const { t } = useTranslation('blocks');
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const { keys, add, change, remove, move } = useItemList(items, onChange);
  const [open, setOpen] = useState<string | null>(null);
  const added = useRef<string | null>(null);
  const titles = items.map((item) => titleOf(item) || untitled);
  useEffect(() => {
    if (added.current === null) return;
    root.current?.querySelector<HTMLElement>(`[data-key="${added.current}"] input`)?.focus();
    added.current = null;
  }, [keys]);
  const append = () => {
    added.current = add(create());
    setOpen(added.current);
  };
  return (
    <Labelled label={label}>
      <div ref={root} className="flex w-full flex-col items-start gap-3">
        {items.length > 0 && (
          <div className="w-full">
            <SortableList label={label} keys={keys} nameOf={(index) => titles[index]!} onMove={move}>
              {(index) => {
                const key = keys[index]!;
                const isOpen = open === key;
                return (
                  <>
                    <button
                      type="button"
                      aria-expanded={isOpen}
                      aria-controls={`${id}-${key}`}
                      onClick={() => setOpen(isOpen ? null : key)}
                      className="flex min-h-control w-full items-center gap-2 rounded-control px-1 text-left hover:bg-hover"
                    >
                      <span className="min-w-0 grow truncate font-medium">{titles[index]}</span>
                      <ChevronDown
                        aria-hidden
                        className={isOpen ? 'size-4 shrink-0 rotate-180' : 'size-4 shrink-0'}
                        strokeWidth={1.75}
                      />
                    </button>
                    <div id={`${id}-${key}`} hidden={!isOpen} className="flex flex-col gap-4 py-3 pl-1 hidden:hidden">
                      {isOpen && (
                        <>
                          {children(items[index]!, (item) => change(index, item))}
                          <Button size="small" icon={<Trash2 />} className="self-start" onClick={() => remove(index)}>
                            {t('items.remove')}
                          </Button>
                        </>
                      )}
                    </div>
                  </>
                );
              }}
            </SortableList>
          </div>
        )}
        <Button size="small" icon={<Plus />} disabled={items.length >= MAX_ITEMS} onClick={append}>
          {addLabel}
        </Button>
        {items.length >= MAX_ITEMS && <p className="text-caption text-soft">{t('items.full', { max: MAX_ITEMS })}</p>}
      </div>
    </Labelled>
  );
}
