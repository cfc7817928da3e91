import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { presetName } from '#core/domain/presets.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useMutation } from '#web/lib/act.tsx';
import { newId } from '#web/lib/ids.ts';
import type { GalleryRow } from '../gallery-rows.ts';
import { gallerySettings } from './preset-values.ts';

interface SavePresetDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  gallery: GalleryRow;
  sections: readonly { name: string }[];
}

/** Asks for the name only: the rest is the gallery's. */
export function SavePresetDialog({ open, onOpenChange, gallery, sections }: SavePresetDialogProps) {
  const { t } = useTranslation(['presets', 'common']);
  const { timeZone } = useAccount();
  const act = useMutation();
  const formId = useId();
  const [name, setName] = useState('');
  const [failed, setFailed] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const valid = presetName.safeParse(name);
    setFailed(!valid.success);
    if (!valid.success) return;
    const id = newId();
    const names = sections.map((section) => section.name);
    const settings = gallerySettings(gallery, names, gallery.publishedAt ?? gallery.createdAt, timeZone);
    const done = await act(mutators.presets.create({ id, name: valid.data, settings, now: Date.now() }), {
      done: t('created', { name: valid.data }),
      undo: () => mutators.presets.remove({ id, now: Date.now() }),
    });
    if (!done) return;
    setName('');
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('saveAs.title')}
      description={t('saveAs.text')}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('common:cancel')}</Button>
          <Button type="submit" form={formId} variant="primary">
            {t('saveAs.act')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void save(event)}>
        <Field label={t('name')} required hint={t('nameHint')} error={failed ? t('nameNeeded') : undefined}>
          <TextInput autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
