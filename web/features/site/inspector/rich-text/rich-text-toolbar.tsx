import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { Bold, Heading3, Italic, Link2, List, ListOrdered } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EditorToolbar } from '#web/components/ui/inputs/editor-toolbar.tsx';

interface RichTextToolbarProps {
  editor: Editor;
  /** Name of the text. */
  label: string;
  onLink: () => void;
}

/** Buttons above a text of the website. */
export function RichTextToolbar({ editor, label, onLink }: RichTextToolbarProps) {
  const { t } = useTranslation('blocks');
  const active = useEditorState({
    editor,
    selector: () => ({
      bold: editor.isActive('bold'),
      italic: editor.isActive('italic'),
      link: editor.isActive('link'),
      heading: editor.isActive('heading'),
      bullets: editor.isActive('bulletList'),
      numbers: editor.isActive('orderedList'),
    }),
  });
  const action = (name: keyof typeof active, icon: ReactNode, onClick: () => void) => ({
    label: t(`rich.${name}`),
    icon,
    isActive: active[name],
    onClick,
  });
  const run = () => editor.chain();
  return (
    <EditorToolbar
      label={t('rich.toolbar', { name: label })}
      actions={[
        action('bold', <Bold aria-hidden />, () => run().toggleBold().run()),
        action('italic', <Italic aria-hidden />, () => run().toggleItalic().run()),
        action('link', <Link2 aria-hidden />, onLink),
        action('heading', <Heading3 aria-hidden />, () => run().toggleHeading({ level: 3 }).run()),
        action('bullets', <List aria-hidden />, () => run().toggleBulletList().run()),
        action('numbers', <ListOrdered aria-hidden />, () => run().toggleOrderedList().run()),
      ]}
    />
  );
}
