import { useTranslation } from 'react-i18next';
import { Tag, type Tone } from '#web/components/ui/feedback/tag.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import type { Change } from './use-publishing.ts';

const TONES: Record<Change['change'], Tone> = { added: 'success', changed: 'accent', removed: 'danger' };

interface ChangeListProps {
  changes: readonly Change[];
  /** Nothing is published yet. */
  isFirst: boolean;
  /** Ids of the pages to publish. */
  chosen: ReadonlySet<string>;
  /** Absent if all changes are published together. */
  onChoose?: ((chosen: Set<string>) => void) | undefined;
}

/** Pages that differ from what visitors see, each with a box to leave it out. */
export function ChangeList({ changes, isFirst, chosen, onChoose }: ChangeListProps) {
  const { t } = useTranslation('publishing');
  const toggle = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChoose?.(next);
  };
  const all = chosen.size === changes.length;
  return (
    <fieldset className="flex flex-col">
      <legend className="font-medium">
        {t(isFirst ? 'changes.first' : 'changes.title', { count: changes.length })}
      </legend>
      {onChoose && changes.length > 1 && (
        <Checkbox
          label={t('changes.all')}
          checked={all ? true : chosen.size > 0 ? 'indeterminate' : false}
          onChange={(isChosen) => onChoose(new Set(isChosen ? changes.map(({ id }) => id) : []))}
        />
      )}
      <ul className="divide-y divide-line border-t border-line">
        {changes.map(({ id, change, title, path }) => (
          <li key={id} className="flex items-start justify-between gap-4">
            {onChoose ? (
              <Checkbox label={title} hint={`/${path}`} checked={chosen.has(id)} onChange={(on) => toggle(id, on)} />
            ) : (
              <div className="min-w-0 py-2.5">
                <p className="wrap-anywhere">{title}</p>
                <p className="text-caption wrap-anywhere text-soft">{`/${path}`}</p>
              </div>
            )}
            <span className="shrink-0 py-2.5">
              <Tag tone={TONES[change]}>{t(`changes.${change}`)}</Tag>
            </span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
