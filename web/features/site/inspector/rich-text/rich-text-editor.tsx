import type { Editor } from '@tiptap/core';
import { Placeholder } from '@tiptap/extensions';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Selection, type Transaction } from '@tiptap/pm/state';
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RichNode } from '#core/domain/site/page-blocks.ts';
import { sameJson } from '#core/domain/site/page-operations.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useEditorAttributes } from '#web/components/ui/inputs/editor-attributes.ts';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useEventCallback } from '#web/lib/browser/use-event-callback.ts';
import { LinkField } from '../links/link-field.tsx';
import { fromDoc, normalRich, toDoc } from './rich-text-doc.ts';
import { RICH_TEXT } from './rich-text-schema.ts';
import { RichTextToolbar } from './rich-text-toolbar.tsx';

const surface = [
  'measure min-h-32 max-h-96 [&_h3]:text-lead [&_h3]:font-semibold [&_ol]:pl-5 [&_a]:text-accent [&_a]:underline',
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
  const attributes = useEditorAttributes({ label, lang, className: surface });
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
      attributes,
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
    [attributes],
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

interface LinkDialogProps {
  editor: Editor;
  onClose: () => void;
}

/** Sets the link of the selected text or of the link at the caret; without either inserts a text with a link. */
function LinkDialog({ editor, onClose }: LinkDialogProps) {
  const { t } = useTranslation(['blocks', 'common']);
  const current = editor.getAttributes('link')['link'] as string | undefined;
  const [link, setLink] = useState<string | null>(current ?? null);
  const [isWrong, setWrong] = useState(false);
  const [text, setText] = useState('');
  const isNew = current === undefined && editor.state.selection.empty;
  const save = () => {
    const attrs = { link };
    const chain = editor.chain();
    if (isNew) chain.insertContent({ type: 'text', text: text.trim(), marks: [{ type: 'link', attrs }] }).run();
    else if (link === null) chain.extendMarkRange('link').unsetMark('link').run();
    else chain.extendMarkRange('link').setMark('link', attrs).run();
    onClose();
  };
  const isComplete = isNew ? link !== null && text.trim() !== '' : link !== null || current !== undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('rich.linkTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button variant="primary" disabled={isWrong || !isComplete} onClick={save}>
            {t('rich.linkSave')}
          </Button>
        </>
      }
    >
      {isNew && (
        <Field label={t('rich.linkText')}>
          <TextInput value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
      )}
      <LinkField label={t('link.label')} value={link ?? undefined} onChange={setLink} onWrong={setWrong} />
    </Dialog>
  );
}

/**
 * Returns the transaction that makes the document `next`, by replacing only the range that differs: a caret outside of
 * it stays where it is, one within it at the nearest position. Null if nothing differs.
 */
export function replaceDoc(state: EditorState, next: Node): Transaction | null {
  const { doc, tr, selection } = state;
  const start = doc.content.findDiffStart(next.content);
  const end = doc.content.findDiffEnd(next.content);
  if (start === null || end === null) return null;
  // Repeated letters match from both ends.
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  tr.replace(start, end.a + overlap, next.slice(start, end.b + overlap));
  if (tr.doc.eq(next)) return tr;
  const whole = state.tr.replaceWith(0, doc.content.size, next.content);
  const near = (at: number) => whole.doc.resolve(Math.min(at, whole.doc.content.size));
  return whole.setSelection(Selection.near(near(selection.head)));
}
