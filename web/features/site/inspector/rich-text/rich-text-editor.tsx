import { EditorContent, useEditor } from '@tiptap/react';
import { Placeholder } from '@tiptap/extensions';
import { useEffect, useMemo, useRef, useState } from 'react';
import { sameJson } from '#core/domain/site/page-operations.ts';
import type { RichNode } from '#core/domain/site/page-blocks.ts';
import { useFieldControl } from '#web/components/ui/inputs/field.tsx';
import { useEventCallback } from '#web/lib/browser/use-event-callback.ts';
import { LinkDialog } from './link-dialog.tsx';
import { replaceDoc } from './replace-doc.ts';
import { fromDoc, normalRich, toDoc } from './rich-text-doc.ts';
import { RICH_TEXT } from './rich-text-schema.ts';
import { RichTextToolbar } from './rich-text-toolbar.tsx';

const surface = [
  'measure min-h-32 max-h-96 overflow-y-auto rounded-b-control border border-edge bg-raised px-3 py-2.5 whitespace-pre-wrap wrap-anywhere transition-colors',
  'hover:border-ink focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent aria-invalid:border-danger aria-invalid:focus:outline-danger',
  '[&>*+*]:mt-3 [&_h3]:text-lead [&_h3]:font-semibold [&_ul]:list-disc [&_ul]:pl-5 [&_ol]:list-decimal [&_ol]:pl-5 [&_a]:text-accent [&_a]:underline',
  '[&_.is-editor-empty]:before:pointer-events-none [&_.is-editor-empty]:before:float-left [&_.is-editor-empty]:before:h-0 [&_.is-editor-empty]:before:text-soft [&_.is-editor-empty]:before:content-[attr(data-placeholder)]',
].join(' ');

export interface RichTextEditorProps {
  label: string;
  nodes: readonly RichNode[];
  lang: string;
  placeholder: string;
  /** Called at each change with the normal form; [] without text. */
  onChange: (nodes: RichNode[]) => void;
}

/** Editor of rich text with its toolbar; loaded when the first rich text is shown. */
export default function RichTextEditor({ label, nodes, lang, placeholder, onChange }: RichTextEditorProps) {
  const { id, 'aria-describedby': describedBy, 'aria-invalid': invalid } = useFieldControl();
  const [isLinking, setLinking] = useState(false);
  // Values that have not come back as the stored one, oldest first.
  const sent = useRef<RichNode[][]>([]);
  const change = useEventCallback((next: RichNode[]) => {
    sent.current.push(next);
    onChange(next);
  });
  const extensions = useMemo(() => [...RICH_TEXT, Placeholder.configure({ placeholder })], [placeholder]);
  const editorProps = useMemo(
    () => ({
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        lang,
        class: surface,
        ...(id && { id }),
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(invalid && { 'aria-invalid': 'true' }),
      },
      handleKeyDown: (_view: unknown, event: KeyboardEvent) => {
        if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return false;
        event.preventDefault();
        event.stopPropagation();
        setLinking(true);
        return true;
      },
      // Lines within a paragraph are not stored: a break becomes a space.
      transformPastedHTML: (html: string) => html.replace(/<br\b[^>]*>/gi, ' '),
    }),
    [label, lang, id, describedBy, invalid],
  );
  const editor = useEditor({
    extensions,
    content: toDoc(nodes),
    // The content security policy refuses style elements.
    injectCSS: false,
    editorProps,
    shouldRerenderOnTransaction: false,
    onUpdate: ({ editor: { state } }) => change(fromDoc(state.doc.toJSON())),
  });
  useEffect(() => {
    const current = fromDoc(editor.state.doc.toJSON());
    const at = sent.current.findIndex((one) => sameJson(one, nodes));
    const isShown = sameJson(current, normalRich(nodes));
    sent.current = isShown || at < 0 ? [] : sent.current.slice(at + 1);
    if (isShown || at >= 0) return;
    const change = replaceDoc(editor.state, editor.schema.nodeFromJSON(toDoc(nodes)));
    if (change) editor.view.dispatch(change.setMeta('addToHistory', false).setMeta('preventUpdate', true));
  }, [editor, nodes]);
  return (
    <div className="min-w-0">
      <RichTextToolbar editor={editor} label={label} onLink={() => setLinking(true)} />
      <EditorContent editor={editor} />
      {isLinking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </div>
  );
}
