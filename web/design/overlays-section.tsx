import { Images, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { CommandPalette } from '#web/components/ui/overlays/command-palette.tsx';
import { ConfirmDialog, Dialog } from '#web/components/ui/overlays/dialog.tsx';

const nothing = () => {};

export function OverlaysSection() {
  const { t } = useTranslation(['design', 'common']);
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'palette' | null>(null);
  const toggle = (name: 'dialog' | 'confirm' | 'palette') => (on: boolean) => setOpen(on ? name : null);
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => setOpen('dialog')}>{t('overlays.dialog')}</Button>
      <Button variant="danger" icon={<Trash2 />} onClick={() => setOpen('confirm')}>
        {t('overlays.confirm')}
      </Button>
      <Button onClick={() => setOpen('palette')}>{t('overlays.palette')}</Button>
      <Dialog
        open={open === 'dialog'}
        onOpenChange={toggle('dialog')}
        title={t('overlays.dialogTitle')}
        description={t('overlays.dialogText')}
        footer={
          <>
            <Button onClick={() => setOpen(null)}>{t('common:cancel')}</Button>
            <Button variant="primary" onClick={() => setOpen(null)}>
              {t('overlays.send')}
            </Button>
          </>
        }
      >
        <Field label={t('forms.name')} optional>
          <TextInput />
        </Field>
        <Field label={t('forms.email')}>
          <TextInput type="email" />
        </Field>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onOpenChange={toggle('confirm')}
        title={t('overlays.confirmTitle')}
        description={t('overlays.confirmText')}
        confirmLabel={t('actions.delete')}
        onConfirm={() => setOpen(null)}
      />
      <CommandPalette
        open={open === 'palette'}
        onOpenChange={toggle('palette')}
        label={t('overlays.palette')}
        groups={[
          {
            label: t('overlays.acts'),
            items: [{ id: 'new', label: t('overlays.newGallery'), icon: <Plus />, onSelect: nothing }],
          },
          {
            label: t('overlays.galleries'),
            items: [
              { id: 'ana', label: t('type.title'), detail: t('lists.photos'), icon: <Images />, onSelect: nothing },
            ],
          },
        ]}
      />
    </div>
  );
}
