import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { Bold, Heading3, Italic, Link2, List, ListOrdered } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#web/components/ui/inputs/button.tsx';

interface RichTextToolbarProps {
  editor: Editor;
  /** Name of the text. */
  label: string;
  onLink: () => void;
}

/** Buttons above the text: one of them is in the Tab order, arrow keys move between them. */
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
  const button = (name: keyof typeof active, icon: ReactNode, onClick: () => void) => (
    <Toolbar.Button asChild>
      <IconButton
        label={t(`rich.${name}`)}
        icon={icon}
        aria-pressed={active[name]}
        // The selection in the text stays.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClick}
        className="rounded-control! aria-pressed:bg-accent-tint aria-pressed:text-accent md:size-9"
      />
    </Toolbar.Button>
  );
  const run = () => editor.chain();
  return (
    <Toolbar.Root
      aria-label={t('rich.toolbar', { name: label })}
      className="flex flex-wrap rounded-t-control border border-b-0 border-edge bg-sunken p-0.5"
    >
      {button('bold', <Bold aria-hidden />, () => run().toggleBold().run())}
      {button('italic', <Italic aria-hidden />, () => run().toggleItalic().run())}
      {button('link', <Link2 aria-hidden />, onLink)}
      {button('heading', <Heading3 aria-hidden />, () => run().toggleHeading({ level: 3 }).run())}
      {button('bullets', <List aria-hidden />, () => run().toggleBulletList().run())}
      {button('numbers', <ListOrdered aria-hidden />, () => run().toggleOrderedList().run())}
    </Toolbar.Root>
  );
}
