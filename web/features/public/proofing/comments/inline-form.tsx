import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_COMMENT } from '#core/domain/galleries/comment-limits.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Textarea } from '#web/components/ui/inputs/text-input.tsx';

interface InlineFormProps {
  label: string;
  /** Text of the button. */
  submit: string;
  initial?: string;
  mayBeEmpty?: boolean;
  onSubmit: (body: string) => void;
  onClose: () => void;
}

/** A field for an answer, or for editing one's own comment. */
export function InlineForm({ label, submit, initial = '', mayBeEmpty = false, onSubmit, onClose }: InlineFormProps) {
  const { t } = useTranslation('common');
  const [body, setBody] = useState(initial);
  const canSubmit = mayBeEmpty || body.trim() !== '';
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (!canSubmit) return;
    if (body.trim() !== initial) onSubmit(body.trim());
    onClose();
  };
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-2 py-1">
      <Field label={label} hideLabel>
        <Textarea
          rows={2}
          // The button that was pressed is gone.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={body}
          maxLength={MAX_COMMENT}
          placeholder={label}
          onChange={({ target }) => setBody(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
            if (event.key !== 'Escape') return;
            // Not the panel.
            event.stopPropagation();
            onClose();
          }}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="small" disabled={!canSubmit}>
          {submit}
        </Button>
        <Button size="small" variant="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
