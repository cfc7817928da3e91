import { useTranslation } from 'react-i18next';
import type { NameWarning } from '#core/domain/pick-export.ts';

/** Warnings, and names in one, that are written out. */
const SHOWN = 5;

/** Names that a search in Lightroom would mix up. */
export function NameWarnings({ warnings }: { warnings: readonly NameWarning[] }) {
  const { t } = useTranslation('proofing');
  const listed = (names: readonly string[]) => names.slice(0, SHOWN).join(', ') + (names.length > SHOWN ? ' …' : '');
  return (
    <ul className="flex flex-col gap-1 wrap-anywhere">
      {warnings.slice(0, SHOWN).map(({ kind, names }) => (
        <li key={kind + names.join()}>
          {kind === 'shared'
            ? t('export.shared', { names: listed(names) })
            : t('export.prefix', { name: names[0] ?? '', names: listed(names.slice(1)) })}
        </li>
      ))}
      {warnings.length > SHOWN && <li>{t('export.more', { count: warnings.length - SHOWN })}</li>}
    </ul>
  );
}
