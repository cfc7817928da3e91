import type { CommentRow } from '../types.ts';

/** A comment with its answers, earliest first. */
export interface Thread {
  comment: CommentRow;
  replies: readonly CommentRow[];
}

/** Returns threads, latest first. Answers to a deleted comment are gone with it. */
export function commentThreads(comments: readonly CommentRow[]): Thread[] {
  const replies = Map.groupBy(comments, ({ parentId }) => parentId);
  return (replies.get(null) ?? [])
    .map((comment) => ({
      comment,
      replies: (replies.get(comment.id) ?? []).toSorted((a, b) => a.createdAt - b.createdAt),
    }))
    .toSorted((a, b) => b.comment.createdAt - a.comment.createdAt);
}

export const unresolvedThreads = (comments: readonly CommentRow[]): Thread[] =>
  commentThreads(comments).filter(({ comment }) => comment.resolvedAt === null);
