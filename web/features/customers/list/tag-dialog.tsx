import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { tag as tagSchema } from '#core/domain/customers.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Combobox } from '#web/components/ui/combobox.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';

interface TagDialogProps {
  adding: boolean;
  /** Those to choose from; a new one can be typed where it is added. */
  tags: readonly string[];
  /** Clients it is for. */
  count: number;
  onChoose: (tag: string) => void;
  onClose: () => void;
}

/** One tag for all of the ticked clients, or off all of them. */
export function TagDialog({ adding, tags, count, onChoose, onClose }: TagDialogProps) {
  const { t } = useTranslation(['customers', 'common']);
  const [chosen, setChosen] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const options = [...new Set([...tags, ...(chosen ? [chosen] : [])])].map((value) => ({ value, label: value }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!chosen) return setTried(true);
    onChoose(chosen);
    onClose();
  };
  const create = (text: string) => {
    const tag = tagSchema.safeParse(text);
    if (tag.success) setChosen(tag.data);
  };
  const words = adding ? 'add' : 'remove';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`bulk.${words}Title`, { count })}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" form="tag-form" variant="primary">
            {t(`bulk.${words}Tag`)}
          </Button>
        </>
      }
    >
      <form id="tag-form" noValidate onSubmit={submit}>
        <Field
          label={t('bulk.tag')}
          {...(adding && { hint: t('bulk.tagHint') })}
          error={tried && !chosen ? t('bulk.tagNeeded') : undefined}
        >
          <Combobox options={options} value={chosen} onChange={setChosen} {...(adding && { onCreate: create })} />
        </Field>
      </form>
    </Dialog>
  );
}
