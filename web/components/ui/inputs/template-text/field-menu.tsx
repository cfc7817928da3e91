import type { Editor } from '@tiptap/core';
import { type ReactElement, useRef } from 'react';
import { Menu } from '../../overlays/menu.tsx';
import type { FieldLabels } from './field-node.ts';

interface FieldMenuProps {
  editor: Editor;
  /** A Button or IconButton. */
  trigger: ReactElement;
  groups: readonly { label?: string; fields: FieldLabels }[];
  align?: 'start' | 'end';
}

/** Menu that inserts a field into an editor's text, in which typing goes on. */
export function FieldMenu({ editor, trigger, groups, align = 'start' }: FieldMenuProps) {
  const isInserted = useRef(false);
  const insert = (name: string) => {
    isInserted.current = true;
    editor.chain().insertContent({ type: 'field', attrs: { name } }).run();
  };
  const onCloseAutoFocus = (event: Event) => {
    if (!isInserted.current) return;
    isInserted.current = false;
    event.preventDefault();
    editor.commands.focus();
  };
  return (
    <Menu
      align={align}
      trigger={trigger}
      onCloseAutoFocus={onCloseAutoFocus}
      groups={groups.map(({ fields, ...group }) => ({
        ...group,
        items: Object.entries(fields).map(([name, label]) => ({ label, onSelect: () => insert(name) })),
      }))}
    />
  );
}
