import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

/** The studio's acts on comments. */
export function useCommentActions() {
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
