import { groupBy } from '../group-by.ts';

interface ThreadComment {
  parentId: string | null;
  id: string;
  createdAt: number;
  resolvedAt: number | null;
}

/** A comment with its answers, earliest first. */
export interface Thread<C extends ThreadComment> {
  comment: C;
  replies: readonly C[];
}

/** Returns threads, latest first. Answers to a deleted comment are gone with it. */
export function commentThreads<C extends ThreadComment>(comments: readonly C[]): Thread<C>[] {
  const replies = groupBy(comments, ({ parentId }) => parentId);
  return (replies.get(null) ?? [])
    .map((comment) => ({
      comment,
      replies: (replies.get(comment.id) ?? []).toSorted((a, b) => a.createdAt - b.createdAt),
    }))
    .toSorted((a, b) => b.comment.createdAt - a.comment.createdAt);
}

export const unresolvedThreads = <C extends ThreadComment>(comments: readonly C[]): Thread<C>[] =>
  commentThreads(comments).filter(({ comment }) => comment.resolvedAt === null);
