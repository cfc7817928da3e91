import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OpenTranslationFields } from '#web/components/fields/translation-fields.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import type { SectionRow } from './sections.ts';
import type { SectionActions } from './use-section-actions.ts';

interface SectionTextsDialogProps {
  section: SectionRow;
  translate: SectionActions['translate'];
  onClose: () => void;
}

/** A section's name in the other languages. */
export function SectionTextsDialog({ section, translate, onClose }: SectionTextsDialogProps) {
  const { t } = useTranslation('common');
  const form = useId();
  const [value, setValue] = useState(section.translations);
  const save = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    void translate(section, value);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('translations.titleOf', { name: section.name })}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={form} variant="primary" writes>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={save} className="flex flex-col gap-6">
        <OpenTranslationFields name={section.name} value={value} onChange={setValue} />
      </form>
    </Dialog>
  );
}
