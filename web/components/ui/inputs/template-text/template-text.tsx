import { Document } from '@tiptap/extension-document';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { UndoRedo } from '@tiptap/extensions';
import { Slice } from '@tiptap/pm/model';
import { EditorContent, type EditorOptions, useEditor } from '@tiptap/react';
import { Braces } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useEventCallback } from '#web/lib/browser/use-event-callback.ts';
import { Button, IconButton } from '../button.tsx';
import { useEditorAttributes } from '../editor-attributes.ts';
import { EditorToolbar } from '../editor-toolbar.tsx';
import { FieldMenu } from './field-menu.tsx';
import { FIELD_SURFACE, type FieldLabels, FieldNode } from './field-node.ts';
import { fromPlainDoc, toPlainDoc } from './template-doc.ts';

export interface TemplateTextProps {
  label: string;
  /** The stored text, in which a field is `{{name}}`. */
  value: string;
  lang: string;
  /** The fields by name, in the order of the menu. */
  fields: FieldLabels;
  /** Name of the button that inserts a field. */
  insertLabel: string;
  /** True for one line, false for a text of several. */
  isLine?: boolean;
  disabled?: boolean;
  onChange: (value: string) => void;
}

// A line is no paragraph: the text has blank lines of its own.
const LINES = `[&>*+*]:mt-0! ${FIELD_SURFACE}`;

/** Editor of a plain text in which fields are chips. Load it on demand: its libraries are larger than all other fields. */
export default function TemplateText({
  label,
  value,
  lang,
  fields,
  insertLabel,
  isLine = false,
  disabled = false,
  onChange,
}: TemplateTextProps) {
  const className = isLine ? `${LINES} min-h-control rounded-control! pr-12!` : `${LINES} min-h-96 max-h-[40rem]`;
  const attributes = useEditorAttributes({ label, lang, className });
  // The text that the editor shows: its own changes come back as `value`.
  const shown = useRef(value);
  const change = useEventCallback((next: string) => {
    shown.current = next;
    onChange(next);
  });
  const isField = useEventCallback((name: string) => Object.hasOwn(fields, name));
  const extensions = useMemo(
    () => [
      isLine ? Document.extend({ content: 'paragraph' }) : Document,
      Paragraph,
      Text,
      FieldNode.configure({ labels: fields }),
      UndoRedo,
    ],
    [isLine, fields],
  );
  const editorProps = useMemo<EditorOptions['editorProps']>(
    () => ({
      attributes: { ...attributes, ...(isLine && { 'aria-multiline': 'false' }) },
      // Formatting would be lost on saving.
      handlePaste(view, event) {
        const text = event.clipboardData?.getData('text/plain');
        return text ? view.pasteText(text, event) : false;
      },
      clipboardTextParser(text, _context, _isPlain, { state: { schema } }) {
        const pasted = isLine ? text.trim().replaceAll(/\s*[\r\n]+\s*/g, ' ') : text;
        return new Slice(schema.nodeFromJSON(toPlainDoc(pasted, isField)).content, 1, 1);
      },
      handleKeyDown: (_view, { key }) => isLine && key === 'Enter',
    }),
    [attributes, isLine, isField],
  );
  const editor = useEditor({
    extensions,
    content: toPlainDoc(value, isField),
    editable: !disabled,
    // The content security policy refuses style elements.
    injectCSS: false,
    editorProps,
    coreExtensionOptions: { clipboardTextSerializer: { blockSeparator: '\n' } },
    shouldRerenderOnTransaction: false,
    // A field goes to the end of a text that has not been clicked.
    onCreate: ({ editor: made }) => made.commands.setTextSelection(made.state.doc.content.size),
    onUpdate: ({ editor: { state } }) => change(fromPlainDoc(state.doc.toJSON())),
  });
  useEffect(() => {
    if (value === shown.current) return;
    shown.current = value;
    editor.commands.setContent(toPlainDoc(value, isField), { emitUpdate: false });
  }, [editor, value, isField]);
  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled]);
  const menu = (
    <FieldMenu
      editor={editor}
      align={isLine ? 'end' : 'start'}
      groups={[{ fields }]}
      trigger={
        isLine ? (
          <IconButton
            type="button"
            label={`${insertLabel}: ${label}`}
            icon={<Braces aria-hidden />}
            disabled={disabled}
            className="absolute inset-y-0 right-0 text-soft"
          />
        ) : (
          <Button type="button" size="small" variant="quiet" icon={<Braces />} disabled={disabled}>
            {insertLabel}
          </Button>
        )
      }
    />
  );
  return (
    <div className="relative min-w-0">
      {!isLine && (
        <EditorToolbar label={`${insertLabel}: ${label}`} actions={[]}>
          {menu}
        </EditorToolbar>
      )}
      <EditorContent editor={editor} />
      {isLine && menu}
    </div>
  );
}
