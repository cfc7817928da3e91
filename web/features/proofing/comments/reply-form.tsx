import { Reply } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { commentBody } from '#core/domain/proofing.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Textarea } from '#web/components/ui/inputs/text-input.tsx';
import { useDraft } from '#web/lib/forms/draft-form.ts';
import { newId } from '#web/lib/ids.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

const EMPTY = { body: '' };

/** A button that becomes a field for an answer. What was typed survives leaving the page. */
export function ReplyForm({ commentId }: { commentId: string }) {
  const { t } = useTranslation(['proofing', 'common']);
  const mutate = useMutation();
  const { values, change, discard } = useDraft(`reply:${commentId}`, EMPTY);
  const [isOpen, setOpen] = useState(values.body !== '');
  if (!isOpen) {
    return (
      <Button size="small" variant="quiet" icon={<Reply />} writes onClick={() => setOpen(true)}>
        {t('comments.reply')}
      </Button>
    );
  }
  const body = commentBody.safeParse(values.body);
  const close = () => {
    discard();
    setOpen(false);
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!body.success || body.data === '') return;
    const id = newId();
    const request = mutators.proofing.replyToComment({ id, commentId, body: body.data, now: Date.now() });
    const undo = () => mutators.proofing.deleteComment({ id, now: Date.now() });
    if (await mutate(request, { done: t('comments.replied'), undo })) close();
  };
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex w-full flex-col gap-2">
      <Field label={t('comments.replyLabel')} error={body.success ? undefined : t('comments.tooLong')}>
        <Textarea
          rows={2}
          // The button that was pressed is gone.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={values.body === ''}
          value={values.body}
          onChange={({ target }) => change({ body: target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send(event);
          }}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="small" writes disabled={!body.success || body.data === ''}>
          {t('comments.reply')}
        </Button>
        <Button size="small" variant="quiet" onClick={close}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  );
}
