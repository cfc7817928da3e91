import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProofingComment } from '#core/api/proofing.ts';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { markPosition } from '#web/components/ui/lists/photo-marks.tsx';
import { PersonMark } from '#web/components/ui/lists/person-mark.tsx';
import type { Thread } from '#web/lib/comments/threads.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import type { ShownComment } from '../project-view.ts';
import { InlineForm } from './inline-form.tsx';

export interface CommentActs {
  removed: ReadonlySet<string>;
  edit: (comment: ProofingComment, body: string) => void;
  reply: (comment: ProofingComment, body: string) => void;
  remove: (id: string) => void;
  undo: (id: string) => void;
}

interface ThreadViewProps {
  thread: Thread<ProofingComment>;
  /** Number of the mark on the photo; null without one. */
  number: number | null;
  studio: string;
  colorOf: (personId: string) => number | null;
  acts: CommentActs;
}

/** A comment with its answers. */
export function ThreadView({ thread: { comment, replies }, number, studio, colorOf, acts }: ThreadViewProps) {
  const { t } = useTranslation(['comments', 'common']);
  const [replying, setReplying] = useState(false);
  const common = { studio, colorOf, acts };
  if (acts.removed.has(comment.id)) return <Removed onUndo={() => acts.undo(comment.id)} />;
  return (
    <div className="flex flex-col gap-3">
      <Comment comment={comment} {...common} onReply={replying ? null : () => setReplying(true)}>
        {number !== null && (
          <span className="flex size-5 items-center justify-center self-center rounded-full bg-accent text-[0.6875rem] leading-none text-on-accent tabular-nums">
            <span className="sr-only">{t('markNumber', { number })}</span>
            <span aria-hidden>{number}</span>
          </span>
        )}
        {!comment.isCurrent && markPosition(comment) && <span>{t('earlier')}</span>}
        {comment.resolvedAt !== null && <Tag tone="success">{t('resolved')}</Tag>}
      </Comment>
      {(replies.length > 0 || replying) && (
        <ul className="ml-3 flex flex-col gap-3 border-l border-line pl-4">
          {replies.map((reply) => (
            <li key={reply.id}>
              {acts.removed.has(reply.id) ? (
                <Removed onUndo={() => acts.undo(reply.id)} />
              ) : (
                <Comment comment={reply} {...common} />
              )}
            </li>
          ))}
          {replying && (
            <li>
              <InlineForm
                label={t('replyLabel')}
                submit={t('reply')}
                onSubmit={(body) => acts.reply(comment, body)}
                onClose={() => setReplying(false)}
              />
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

function Removed({ onUndo }: { onUndo: () => void }) {
  const { t } = useTranslation(['comments', 'common']);
  return (
    <output className="flex items-center justify-between gap-2 text-soft">
      {t('removed')}
      {/* The button that was pressed is gone. */}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <Button size="small" variant="quiet" autoFocus onClick={onUndo}>
        {t('common:undo')}
      </Button>
    </output>
  );
}

interface CommentProps extends Pick<ThreadViewProps, 'studio' | 'colorOf' | 'acts'> {
  comment: ShownComment;
  /** Null while an answer is being written; absent for answers, which have none of their own. */
  onReply?: (() => void) | null;
  /** Shown after the time, such as the version of the photo. */
  children?: ReactNode;
}

function Comment({ comment, studio, colorOf, acts, onReply, children }: CommentProps) {
  const { t } = useTranslation(['comments', 'common']);
  const format = useFormat();
  const now = useNow();
  const [editing, setEditing] = useState(false);
  const { isYou, isStudio, body, author, personId, isCurrent, resolvedAt, isWaiting } = comment;
  const name = isStudio ? studio : isYou ? t('you') : author || t('guest');
  const color = isStudio || personId === null ? null : colorOf(personId);
  // Saving binds the marks to the current version, on which they would point at something else.
  const canEdit = isYou && resolvedAt === null && (isCurrent || !markPosition(comment));
  return (
    <div className="flex items-start gap-3">
      {color === null ? (
        <span aria-hidden className="mt-0.5 size-6 shrink-0 rounded-full border border-edge bg-raised" />
      ) : (
        <span className="mt-0.5 flex">
          <PersonMark name={author || name} color={color} size="small" />
        </span>
      )}
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium wrap-anywhere">{name}</span>
          <span className="flex flex-wrap items-center gap-x-3 text-caption text-soft">
            <time dateTime={new Date(comment.createdAt).toISOString()}>
              {isWaiting ? t('waiting') : format.recent(comment.createdAt, now)}
            </time>
            {children}
          </span>
        </p>
        {editing ? (
          <InlineForm
            label={t('editLabel')}
            submit={t('common:save')}
            initial={body}
            mayBeEmpty={comment.strokes.length > 0}
            onSubmit={(text) => acts.edit(comment, text)}
            onClose={() => setEditing(false)}
          />
        ) : (
          <>
            {body && <p className="wrap-anywhere whitespace-pre-wrap">{body}</p>}
            {!body && <p className="text-soft italic">{t('drawn')}</p>}
            <div className="-ml-3 flex flex-wrap empty:hidden">
              {onReply && (
                <Button size="small" variant="quiet" className="text-soft!" onClick={onReply}>
                  {t('reply')}
                </Button>
              )}
              {canEdit && (
                <Button size="small" variant="quiet" className="text-soft!" onClick={() => setEditing(true)}>
                  {t('common:edit')}
                </Button>
              )}
              {isYou && (
                <Button size="small" variant="quiet" className="text-soft!" onClick={() => acts.remove(comment.id)}>
                  {t('common:delete')}
                </Button>
              )}
            </div>
          </>
        )}
      </div>
    </div>
  );
}
