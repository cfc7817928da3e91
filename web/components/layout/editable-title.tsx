import { clsx } from 'clsx';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useWritable } from '#web/lib/sync/writable.ts';
import { inputClass } from '../ui/inputs/text-input.tsx';

/** How a title is renamed. */
export interface Rename {
  /** Describes the title's button and names the field: "Rename gallery". */
  label: string;
  /** Says what a name needs, if the typed one is refused. */
  needed: string;
  /** Returns the name to store; null if it is refused. */
  read: (typed: string) => string | null;
  onRename: (name: string) => unknown;
}

interface TitleInputProps extends Omit<Rename, 'onRename'> {
  title: string;
  /** Called once, with the typed name, or with null if nothing changes. @param byKey true if the focus has no new position */
  onDone: (name: string | null, byKey: boolean) => void;
}

/**
 * The field in place of a title. Enter and leaving the field rename; Escape keeps the title, and so does leaving the
 * field with a name that is refused.
 */
export function TitleInput({ title, label, needed, read, onDone }: TitleInputProps) {
  const id = useId();
  const [typed, setTyped] = useState(title);
  const [isRefused, setRefused] = useState(false);
  const isOver = useRef(false);
  const end = (name: string | null, byKey: boolean) => {
    // The field loses the focus as it goes.
    if (isOver.current) return;
    isOver.current = true;
    onDone(name === title ? null : name, byKey);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    const name = read(typed);
    if (event.key === 'Escape') end(null, true);
    else if (name === null) setRefused(true);
    else end(name, true);
  };
  return (
    <span className="flex grow flex-col">
      <input
        type="text"
        aria-label={label}
        aria-invalid={isRefused || undefined}
        aria-describedby={isRefused ? id : undefined}
        autoComplete="off"
        maxLength={200}
        value={typed}
        ref={focusAll}
        onChange={({ target }) => {
          setRefused(false);
          setTyped(target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => end(read(typed), false)}
        className={clsx(inputClass, '-ml-3 [font:inherit] tracking-[inherit]')}
      />
      {isRefused && (
        <span id={id} role="alert" className="text-caption font-normal text-danger">
          {needed}
        </span>
      )}
    </span>
  );
}

function focusAll(input: HTMLInputElement | null): void {
  input?.focus({ preventScroll: true });
  input?.select();
}

/** A title that a click turns into a field; plain text while the store refuses writes. */
export function EditableTitle({ title, onRename, ...field }: Rename & { title: string }) {
  const [isEditing, setEditing] = useState(false);
  const isWritable = useWritable();
  const button = useRef<HTMLButtonElement>(null);
  const returnsFocus = useRef(false);
  useEffect(() => {
    if (!isEditing && returnsFocus.current) button.current?.focus({ preventScroll: true });
    returnsFocus.current = false;
  }, [isEditing]);
  if (!isWritable && !isEditing) return title;
  if (!isEditing) {
    return (
      <button
        ref={button}
        type="button"
        title={field.label}
        onClick={() => setEditing(true)}
        className="-mx-3 min-h-control cursor-text rounded-control px-3 text-left wrap-anywhere hover:bg-hover"
      >
        {title}
      </button>
    );
  }
  return (
    <TitleInput
      {...field}
      title={title}
      onDone={(name, byKey) => {
        returnsFocus.current = byKey;
        setEditing(false);
        if (name !== null) onRename(name);
      }}
    />
  );
}
