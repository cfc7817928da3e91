import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { LinkField } from '../links/link-field.tsx';

interface LinkDialogProps {
  editor: Editor;
  onClose: () => void;
}

/** Sets the link of the selected text or of the link at the caret; without either inserts a text with a link. */
export function LinkDialog({ editor, onClose }: LinkDialogProps) {
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
