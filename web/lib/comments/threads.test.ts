import { expect, test } from 'vitest';
import { commentThreads, unresolvedThreads } from './threads.ts';

const comment = (id: string, createdAt: number, values: { parentId?: string; resolvedAt?: number } = {}) => ({
  id,
  createdAt,
  parentId: null as string | null,
  resolvedAt: null as number | null,
  ...values,
});
const COMMENTS = [
  comment('late answer', 4, { parentId: 'first' }),
  comment('second', 3, { resolvedAt: 5 }),
  comment('answer', 2, { parentId: 'first' }),
  comment('first', 1),
  comment('orphan', 6, { parentId: 'deleted' }),
];
const idsOf = (threads: ReturnType<typeof commentThreads>) =>
  threads.map((thread) => [thread.comment.id, ...thread.replies.map(({ id }) => id)]);

test('threads have their answers in order, and the latest comes first', () => {
  expect(idsOf(commentThreads(COMMENTS))).toEqual([['second'], ['first', 'answer', 'late answer']]);
});

test('a resolved thread is not open', () => {
  expect(idsOf(unresolvedThreads(COMMENTS))).toEqual([['first', 'answer', 'late answer']]);
});
