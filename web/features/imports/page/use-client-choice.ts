import { useTranslation } from 'react-i18next';
import type { ImportChoice } from './import-kind.ts';

/** Returns the choice for rows whose clients are not there yet. A session needs a client, a gallery does not. */
export function useClientChoice(without: 'skip' | 'empty'): (count: number) => ImportChoice | null {
  const { t } = useTranslation('import');
  return (count) =>
    count === 0
      ? null
      : {
          label: t('clients.label', { count }),
          options: [
            { value: 'create', label: t('clients.create'), hint: t('clients.createHint') },
            { value: without, label: t(`clients.${without}`), hint: t(`clients.${without}Hint`) },
          ],
        };
}
