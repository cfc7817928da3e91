import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { Braces, Heading1, Heading2, List, ListOrdered } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CONTRACT_FIELDS, type ContractField } from '#core/domain/contracts/contracts.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useEditorAttributes } from '#web/components/ui/inputs/editor-attributes.ts';
import { EditorToolbar } from '#web/components/ui/inputs/editor-toolbar.tsx';
import { FieldMenu } from '#web/components/ui/inputs/template-text/field-menu.tsx';
import { FIELD_SURFACE } from '#web/components/ui/inputs/template-text/field-node.ts';
import { useEventCallback } from '#web/lib/browser/use-event-callback.ts';
import { fromContractDoc, toContractDoc } from './contract-doc.ts';
import { contractExtensions } from './contract-schema.ts';

const surface = [
  'min-h-80 max-h-[40rem] [&_h1]:text-lead [&_h1]:font-semibold [&_h2]:font-semibold [&_ol]:pl-6',
  FIELD_SURFACE,
].join(' ');

/** The fields, by what they are about. */
const GROUPS = {
  client: ['client', 'clientAddress', 'clientTaxId'],
  studio: ['studio', 'studioAddress', 'studioTaxId'],
  session: ['type', 'date', 'time', 'duration', 'place'],
  price: ['price', 'deposit', 'balance', 'contractDate'],
} as const satisfies Record<string, readonly ContractField[]>;

export interface ContractEditorProps {
  label: string;
  /** The stored text. */
  body: string;
  lang: string;
  onChange: (body: string) => void;
}

/** Editor of a contract's text, in which fields are chips; loaded with the first template that is opened. */
export default function ContractEditor({ label, body, lang, onChange }: ContractEditorProps) {
  const { t } = useTranslation('documents');
  const attributes = useEditorAttributes({ label, lang, className: surface });
  // The text that the editor shows: its own changes come back as `body`.
  const shown = useRef(body);
  const change = useEventCallback((next: string) => {
    shown.current = next;
    onChange(next);
  });
  const extensions = useMemo(
    () => contractExtensions(Object.fromEntries(CONTRACT_FIELDS.map((name) => [name, t(`fields.${name}`)]))),
    [t],
  );
  const editorProps = useMemo(() => ({ attributes }), [attributes]);
  const editor = useEditor({
    extensions,
    content: toContractDoc(body),
    // The content security policy refuses style elements.
    injectCSS: false,
    editorProps,
    shouldRerenderOnTransaction: false,
    onUpdate: ({ editor: { state } }) => change(fromContractDoc(state.doc.toJSON())),
  });
  useEffect(() => {
    if (body === shown.current) return;
    shown.current = body;
    editor.commands.setContent(toContractDoc(body), { emitUpdate: false });
  }, [editor, body]);
  const active = useEditorState({
    editor,
    selector: () => ({
      heading: editor.isActive('heading', { level: 1 }),
      subheading: editor.isActive('heading', { level: 2 }),
      bullets: editor.isActive('bulletList'),
      numbers: editor.isActive('orderedList'),
    }),
  });
  const run = () => editor.chain();
  return (
    <div className="min-w-0">
      <EditorToolbar
        label={t('editor.toolbar')}
        actions={[
          {
            label: t('editor.heading'),
            icon: <Heading1 aria-hidden />,
            isActive: active.heading,
            onClick: () => run().toggleHeading({ level: 1 }).run(),
          },
          {
            label: t('editor.subheading'),
            icon: <Heading2 aria-hidden />,
            isActive: active.subheading,
            onClick: () => run().toggleHeading({ level: 2 }).run(),
          },
          {
            label: t('editor.bullets'),
            icon: <List aria-hidden />,
            isActive: active.bullets,
            onClick: () => run().toggleBulletList().run(),
          },
          {
            label: t('editor.numbers'),
            icon: <ListOrdered aria-hidden />,
            isActive: active.numbers,
            onClick: () => run().toggleOrderedList().run(),
          },
        ]}
      >
        <FieldMenu
          editor={editor}
          trigger={
            <Button type="button" size="small" variant="quiet" icon={<Braces />}>
              {t('insert')}
            </Button>
          }
          groups={Object.entries(GROUPS).map(([group, fields]) => ({
            label: t(`editor.groups.${group as keyof typeof GROUPS}`),
            fields: Object.fromEntries(fields.map((field) => [field, t(`fields.${field}`)])),
          }))}
        />
      </EditorToolbar>
      <EditorContent editor={editor} />
    </div>
  );
}
