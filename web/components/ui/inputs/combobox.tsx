/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a <datalist> can neither show a second line nor offer to create */
import { clsx } from 'clsx';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { type ComboboxChoice, type ComboboxOption, comboboxOptions, leaveResult } from './combobox-options.ts';
import { useFieldControl } from './field.tsx';
import { TextInput } from './text-input.tsx';

interface ComboboxProps {
  options: readonly ComboboxOption[];
  value: string | null;
  onChange: (value: string | null) => void;
  /** Offers to create an option from the typed text if none has this name. */
  onCreate?: (text: string) => void;
  /** True if leaving the field creates the typed text, for fields that accept any text. */
  freeText?: boolean;
  /**
   * A name that the form takes as it is: leaving the field keeps it, and the form can be submitted with it. Without a
   * value only.
   */
  typed?: { text: string; onChange: (text: string) => void } | undefined;
  /** Receives the typed text, for options that come from a query. The options are then not filtered here. */
  onSearch?: (text: string) => void;
  placeholder?: string;
  disabled?: boolean;
  /** Above the list, for pointers: the keyboard stays in the input. */
  header?: ReactNode;
}

/**
 * Filters while typing; arrows move, Enter chooses, Escape closes (ARIA 1.2 combobox with a listbox). Leaving the field
 * loses no text: one that is no option stays, and its form is not submitted until it is created or replaced.
 */
export function Combobox(props: ComboboxProps) {
  const { options, value, onChange, freeText = false, typed, onSearch, placeholder, disabled, header } = props;
  const onCreate = typed?.onChange ?? props.onCreate;
  const { t } = useTranslation('common');
  const control = useFieldControl();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [text, setText] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const chosen = options.find((option) => option.value === value);
  const rows = comboboxOptions(options, text ?? '', { filter: !onSearch, create: Boolean(onCreate) });

  const type = (next: string) => {
    setText(next);
    setActive(0);
    setOpen(true);
    onSearch?.(next);
    typed?.onChange(next);
    if (value !== null && (next === '' || typed)) onChange(null);
  };
  const leave = () => {
    setOpen(false);
    setText(null);
  };
  const take = (row: ComboboxChoice | undefined) => {
    if (!row) return;
    if (row.kind === 'create') onCreate?.(row.text);
    else onChange(row.option.value);
    leave();
  };
  const onBlur = () => {
    setOpen(false);
    if (text === null) return;
    const result = leaveResult(options, text, {
      freeText: freeText || Boolean(typed),
      canDrop: !onCreate && value !== null,
    });
    if (result.kind === 'keep') return setText(result.text);
    setText(null);
    if (result.kind === 'create') onCreate?.(result.text);
    if (result.kind === 'choose' && result.value !== value) onChange(result.value);
  };
  const unresolved = open || !text ? null : text;
  // Leaving the field creates free text: a list without options would only cover the form's buttons on a phone.
  const isListed = open && !((freeText || typed) && rows.every(({ kind }) => kind === 'create'));
  useEffect(() => {
    const form = input.current?.form;
    if (unresolved === null || !form) return;
    const hold = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      input.current?.focus();
      setOpen(true);
    };
    // In the capture phase, before React's handler of the form.
    form.addEventListener('submit', hold, true);
    return () => form.removeEventListener('submit', hold, true);
  }, [unresolved]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) return setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      return setActive((now) => (now + step + rows.length) % Math.max(1, rows.length));
    }
    if (event.key === 'Enter' && open) {
      event.preventDefault();
      return take(rows[active]);
    }
    if (event.key === 'Escape' && open) {
      // Keep a surrounding dialog open.
      event.stopPropagation();
      leave();
    }
  };
  return (
    <Popover.Root open={isListed} onOpenChange={(next) => !next && leave()}>
      <Popover.Anchor>
        <TextInput
          {...control}
          ref={input}
          {...(unresolved !== null && { 'aria-invalid': true })}
          role="combobox"
          aria-expanded={isListed}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isListed && rows[active] ? `${listId}-${active}` : undefined}
          autoComplete="off"
          {...(placeholder && { placeholder })}
          {...(disabled && { disabled })}
          value={text ?? chosen?.label ?? typed?.text ?? ''}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          onClick={() => setOpen(true)}
          onBlur={onBlur}
        />
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          // The listbox within is what the input controls; Radix would announce an unnamed dialog.
          role="group"
          align="start"
          sideOffset={4}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
          // Keeps the focus in the input while the list is scrolled by its scrollbar.
          onMouseDown={(event) => event.preventDefault()}
          className="z-50 max-h-72 w-(--radix-popover-trigger-width) overflow-y-auto rounded-control border border-line bg-raised p-1 text-ink shadow-lift"
        >
          {header}
          <div id={listId} role="listbox">
            {rows.map((row, index) => (
              <Row
                key={row.key}
                id={`${listId}-${index}`}
                row={row}
                active={index === active}
                chosen={row.key === value}
                onTake={() => take(row)}
              />
            ))}
          </div>
          {rows.length === 0 && <p className="px-3 py-2 text-soft">{t('noResults')}</p>}
        </Popover.Content>
      </Popover.Portal>
      {unresolved !== null && (
        <Unresolved
          text={unresolved}
          canCreate={rows.at(-1)?.kind === 'create'}
          onCreate={() => {
            take(rows.at(-1));
            input.current?.focus();
          }}
        />
      )}
      <output className="sr-only">{isListed && text ? t('results', { count: rows.length }) : ''}</output>
    </Popover.Root>
  );
}

interface UnresolvedProps {
  /** The typed text, which is not the name of exactly one option. */
  text: string;
  canCreate: boolean;
  onCreate: () => void;
}

function Unresolved({ text, canCreate, onCreate }: UnresolvedProps) {
  const { t } = useTranslation('common');
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-danger">
      <p>{canCreate ? t('notInList', { name: text }) : t('chooseFromList')}</p>
      {canCreate && (
        <Button size="small" onClick={onCreate}>
          {t('createOption', { name: text })}
        </Button>
      )}
    </div>
  );
}

interface RowProps {
  id: string;
  row: ComboboxChoice;
  active: boolean;
  chosen: boolean;
  onTake: () => void;
}

function Row({ id, row, active, chosen, onTake }: RowProps) {
  const { t } = useTranslation('common');
  return (
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      ref={(element) => void (active && element?.scrollIntoView({ block: 'nearest' }))}
      // On pointerdown: on click the input would already have lost the focus and closed the list.
      onPointerDown={(event) => {
        event.preventDefault();
        onTake();
      }}
      className={clsx(
        'flex min-h-control cursor-default flex-col justify-center rounded-[4px] px-3 py-1.5 hover:bg-hover',
        active && 'bg-hover',
        chosen && 'font-medium',
      )}
    >
      {row.kind === 'create' ? (
        <span className="text-accent">{t('createOption', { name: row.text })}</span>
      ) : (
        <>
          {row.option.shown ?? <span>{row.option.label}</span>}
          {row.option.detail && <span className="text-caption font-normal text-soft">{row.option.detail}</span>}
        </>
      )}
    </div>
  );
}
