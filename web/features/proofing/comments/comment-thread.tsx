import { Check, Reply, RotateCcw, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { commentBody } from '#core/domain/galleries/proofing.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Textarea } from '#web/components/ui/inputs/text-input.tsx';
import { PersonMark } from '#web/components/ui/lists/person-mark.tsx';
import { markPosition } from '#web/components/ui/lists/photo-marks.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import type { Thread } from '#web/lib/comments/threads.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { newId } from '#web/lib/ids.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { FindPerson } from '../people/person-names.ts';
import type { CommentRow } from '../types.ts';
import { commentMarks } from './comment-marks.ts';

const EMPTY = { body: '' };
const schema = z.object({ body: commentBody.min(1) });

/** A button that becomes a field for an answer. What was typed survives leaving the page. */
function ReplyForm({ commentId }: { commentId: string }) {
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

interface CommentThreadProps {
  thread: Thread<CommentRow>;
  nameOf: FindPerson;
  /** The photo's current version; comments may be about an earlier one. */
  fileId: string;
  /** Number of the mark on the photo; null where none is shown. */
  number: number | null;
}

/** A comment with its answers, to answer and resolve. */
export function CommentThread({ thread: { comment, replies }, nameOf, fileId, number }: CommentThreadProps) {
  const { t } = useTranslation('proofing');
  const { role } = useAccount();
  const { resolve, reopen } = useCommentActions();
  const isResolved = comment.resolvedAt !== null;
  const markHint = () => {
    if (comment.strokes.length > 0) return t('comments.drawn');
    return markPosition(commentMarks(comment)) ? t('comments.marked') : null;
  };
  return (
    <div className="flex flex-col gap-3">
      <Comment comment={comment} nameOf={nameOf}>
        {number !== null && <span>{t('comments.mark', { number })}</span>}
        {number === null && markHint() && <span>{markHint()}</span>}
        {comment.fileId !== fileId && <span>{t('comments.earlier')}</span>}
        {isResolved && <Tag tone="success">{t('comments.resolved')}</Tag>}
      </Comment>
      {replies.length > 0 && (
        <ul className="ml-3 flex flex-col gap-3 border-l border-line pl-4">
          {replies.map((reply) => (
            <li key={reply.id}>
              <Comment comment={reply} nameOf={nameOf} />
            </li>
          ))}
        </ul>
      )}
      {can(role, 'galleries.share') && (
        <div className="flex flex-wrap items-start gap-2">
          {isResolved ? (
            <Button size="small" variant="quiet" icon={<RotateCcw />} writes onClick={() => void reopen(comment.id)}>
              {t('comments.reopen')}
            </Button>
          ) : (
            <>
              <ReplyForm commentId={comment.id} />
              <Button size="small" variant="quiet" icon={<Check />} writes onClick={() => void resolve(comment.id)}>
                {t('comments.resolve')}
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  );
}

interface CommentProps {
  comment: CommentRow;
  nameOf: FindPerson;
  /** Facts after the time. */
  children?: ReactNode;
}

function Comment({ comment, nameOf, children }: CommentProps) {
  const { t } = useTranslation('proofing');
  const { role, name: studio } = useAccount();
  const format = useFormat();
  const now = useNow();
  const { remove } = useCommentActions();
  const author = comment.userId === null ? nameOf(comment.personId) : { name: studio, color: null };
  return (
    <div className="flex items-start gap-3">
      {author.color === null ? (
        <span aria-hidden className="mt-0.5 size-6 shrink-0 rounded-full border border-edge bg-raised" />
      ) : (
        <span className="mt-0.5 flex">
          <PersonMark name={author.name} color={author.color} size="small" />
        </span>
      )}
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{author.name}</span>
          <span className="flex flex-wrap items-center gap-x-3 text-caption text-soft">
            <span>{format.recent(comment.createdAt, now)}</span>
            {children}
          </span>
        </p>
        {comment.body && <p className="measure wrap-anywhere whitespace-pre-wrap">{comment.body}</p>}
      </div>
      {can(role, 'galleries.share') && (
        <IconButton
          label={t('comments.delete', { name: author.name })}
          icon={<Trash2 aria-hidden />}
          writes
          onClick={() => void remove(comment.id)}
          className="-my-2.5 -mr-2.5 text-soft"
        />
      )}
    </div>
  );
}

/** The studio's acts on comments. */
function useCommentActions() {
  const { t } = useTranslation('proofing');
  const mutate = useMutation();
  const named = (id: string) => ({ id, now: Date.now() });
  const resolve = (id: string) =>
    mutate(mutators.proofing.resolveComment(named(id)), {
      done: t('comments.resolved'),
      undo: () => mutators.proofing.reopenComment(named(id)),
    });
  const reopen = (id: string) =>
    mutate(mutators.proofing.reopenComment(named(id)), {
      done: t('comments.reopened'),
      undo: () => mutators.proofing.resolveComment(named(id)),
    });
  const remove = (id: string) =>
    mutate(mutators.proofing.deleteComment(named(id)), {
      done: t('comments.deleted'),
      undo: () => mutators.proofing.restoreComment(named(id)),
    });
  return { resolve, reopen, remove };
}
