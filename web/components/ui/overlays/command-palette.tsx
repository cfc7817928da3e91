/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a <datalist> can neither group nor carry icons */
import { clsx } from 'clsx';
import { Dialog as Primitive } from 'radix-ui';
import {
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { findCommands } from './command-search.ts';
import { Scrim } from './dialog.tsx';
import { useReturnFocus } from './use-return-focus.ts';

export interface CommandItem {
  id: string;
  label: string;
  /** Client of a gallery, day of a session; also searched. */
  detail?: string;
  /** Searched but not shown: other words for an action, digits of a phone number. */
  keywords?: string;
  icon?: ReactNode;
  onSelect: () => void;
}

export interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Accessible name of the window and placeholder of its input. */
  label: string;
  groups: Parameters<typeof findCommands<CommandItem>>[0];
}

/** Searches records and actions by name. `useCommandKey` opens it. */
export function CommandPalette({ open, onOpenChange, label, groups }: CommandPaletteProps) {
  const returnFocus = useReturnFocus();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Scrim />
        <Primitive.Content
          {...returnFocus}
          aria-describedby={undefined}
          className="fixed inset-x-3 top-3 z-50 mx-auto flex max-h-[70dvh] max-w-xl animate-rise flex-col overflow-hidden rounded-sheet bg-raised text-ink shadow-lift outline-none md:top-[15vh]"
        >
          <Primitive.Title className="sr-only">{label}</Primitive.Title>
          <Finder label={label} groups={groups} onDone={() => onOpenChange(false)} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Finder({ label, groups, onDone }: Pick<CommandPaletteProps, 'label' | 'groups'> & { onDone: () => void }) {
  const { t } = useTranslation('common');
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  // Deferred: searching thousands of clients must not delay the input.
  const wanted = useDeferredValue(text);
  const found = useMemo(() => findCommands(groups, wanted), [groups, wanted]);
  const items = found.flatMap((group) => group.items);
  const take = (item: CommandItem | undefined) => {
    if (!item) return;
    onDone();
    item.onSelect();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') take(items[active]);
    if (!step) return;
    event.preventDefault();
    setActive((active + step + items.length) % Math.max(1, items.length));
  };
  return (
    <>
      <input
        role="combobox"
        aria-label={label}
        placeholder={label}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={items[active] && `${listId}-${items[active].id}`}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        className="min-h-14 shrink-0 border-b border-line bg-transparent px-5 text-lead outline-none placeholder:text-soft"
      />
      <div id={listId} role="listbox" aria-label={label} className="overflow-y-auto p-2">
        {found.map((group) => (
          <div key={group.label} role="group" aria-label={group.label}>
            <p aria-hidden className="px-3 pt-2 pb-1 text-caption text-soft">
              {group.label}
            </p>
            {group.items.map((item) => (
              <Row
                key={item.id}
                id={`${listId}-${item.id}`}
                item={item}
                active={items[active] === item}
                onTake={() => take(item)}
              />
            ))}
          </div>
        ))}
      </div>
      <output className={clsx(items.length > 0 ? 'sr-only' : 'px-5 pb-5 text-soft')}>
        {items.length > 0 ? t('results', { count: items.length }) : t('noResults')}
      </output>
    </>
  );
}

interface RowProps {
  id: string;
  item: CommandItem;
  active: boolean;
  onTake: () => void;
}

function Row({ id, item, active, onTake }: RowProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys are the input's
    <div
      id={id}
      role="option"
      aria-selected={active}
      ref={(element) => void (active && element?.scrollIntoView({ block: 'nearest' }))}
      onClick={onTake}
      className={clsx(
        'flex min-h-control cursor-default items-center gap-3 rounded-control px-3 hover:bg-hover',
        active && 'bg-hover',
      )}
    >
      <span aria-hidden className="flex text-soft *:size-4 *:stroke-[1.75]">
        {item.icon}
      </span>
      <span className="truncate">{item.label}</span>
      {item.detail && <span className="ml-auto truncate text-caption text-soft">{item.detail}</span>}
    </div>
  );
}

/** Calls `callback` on Ctrl/Cmd and a letter, wherever the focus is, and prevents the browser's default. */
export function useCommandKey(letter: string, callback: () => void): void {
  const press = useEffectEvent(callback);
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const modified = (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey;
      if (!modified || event.key.toLowerCase() !== letter) return;
      event.preventDefault();
      press();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [letter]);
}
