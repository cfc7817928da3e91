import { Reply } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { commentBody } from '#core/domain/galleries/proofing.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Textarea } from '#web/components/ui/inputs/text-input.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { newId } from '#web/lib/ids.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

const EMPTY = { body: '' };
const schema = z.object({ body: commentBody.min(1) });

/** A button that becomes a field for an answer. What was typed survives leaving the page. */
export function ReplyForm({ commentId }: { commentId: string }) {
  const { t } = useTranslation(['proofing', 'common']);
  const mutate = useMutation();
  const draft = useDraft(`reply:${commentId}`, EMPTY);
  const { values, discard } = draft;
  const [isOpen, setOpen] = useState(values.body !== '');
  const close = () => {
    discard();
    setOpen(false);
  };
  const form = useForm(draft, schema, async ({ body }) => {
    const id = newId();
    const request = mutators.proofing.replyToComment({ id, commentId, body, now: Date.now() });
    const undo = () => mutators.proofing.deleteComment({ id, now: Date.now() });
    if (await mutate(request, { done: t('comments.replied'), undo })) close();
  });
  if (!isOpen) {
    return (
      <Button size="small" variant="quiet" icon={<Reply />} writes onClick={() => setOpen(true)}>
        {t('comments.reply')}
      </Button>
    );
  }
  return (
    <form noValidate onSubmit={form.submit} className="flex w-full flex-col gap-2">
      <Field label={t('comments.replyLabel')} error={values.body.trim() && form.fault('body') && t('comments.tooLong')}>
        <Textarea
          rows={2}
          // The button that was pressed is gone.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={values.body === ''}
          {...form.input('body')}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
          }}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="small" writes disabled={!form.read}>
          {t('comments.reply')}
        </Button>
        <Button size="small" variant="quiet" onClick={close}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  );
}
