import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { useMutation } from '#web/lib/act.tsx';
import type { SessionTypeRow } from '../scheduling-rows.ts';

type Named = Pick<SessionTypeRow, 'id' | 'name'>;

/** Puts a type away and takes it out again, each with the way back; takes it away for good. */
export function useTypeActions() {
  const { t } = useTranslation('scheduling');
  const act = useMutation();
  const archive = (id: string) => mutators.sessionTypes.archive({ id, now: Date.now() });
  const unarchive = (id: string) => mutators.sessionTypes.unarchive({ id, now: Date.now() });
  return {
    archive: ({ id, name }: Named) =>
      act(archive(id), { done: t('type.archived', { name }), undo: () => unarchive(id) }),
    unarchive: ({ id, name }: Named) =>
      act(unarchive(id), { done: t('type.unarchived', { name }), undo: () => archive(id) }),
    remove: ({ id, name }: Named) =>
      act(mutators.sessionTypes.remove({ id, now: Date.now() }), { done: t('type.removed', { name }) }),
  };
}
