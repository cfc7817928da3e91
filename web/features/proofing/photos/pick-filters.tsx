import { useTranslation } from 'react-i18next';
import { PICK_LABELS, type ProofingSettings } from '#core/domain/galleries/proofing.ts';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import type { ProofingView } from '../view.ts';
import { PICK_FILTERS, PICK_SORTS, type PickFilter, type PickSort } from './pick-view.ts';

interface PickFiltersProps {
  view: ProofingView;
  counts: Readonly<Record<PickFilter, number>>;
  /** Number of people who choose in the list. */
  people: number;
  shown: number;
  labelNames: ProofingSettings['labelNames'];
  onChange: (changes: Partial<ProofingView>) => void;
}

/** Option value for "any". */
const ANY = '';

/** Which photos of a list are shown, and in which order. */
export function PickFilters({ view, counts, people, shown, labelNames, onChange }: PickFiltersProps) {
  const { t } = useTranslation('proofing');
  const filters = PICK_FILTERS.filter((filter) => filter !== 'both' || people > 1 || view.filter === 'both');
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        <Field label={t('filter.label')}>
          <Select
            value={view.filter}
            onChange={({ target }) => onChange({ filter: target.value as PickFilter })}
            options={filters.map((filter) => ({
              value: filter,
              label: t('filter.option', {
                name: t(`filter.${filter}`),
                count: counts[filter],
              }),
            }))}
          />
        </Field>
        <Field label={t('filter.color')}>
          <Select
            value={view.label ?? ANY}
            onChange={({ target }) => onChange({ label: PICK_LABELS.find((one) => one === target.value) ?? null })}
            options={[
              { value: ANY, label: t('filter.anyColor') },
              ...PICK_LABELS.map((label) => ({ value: label, label: labelNames[label] || t(`color.${label}`) })),
            ]}
          />
        </Field>
        <Field label={t('filter.rating')}>
          <Select
            value={view.rating ?? ANY}
            onChange={({ target }) => onChange({ rating: (target.value || null) as ProofingView['rating'] })}
            options={[
              { value: ANY, label: t('filter.anyRating') },
              ...([1, 2, 3, 4, 5] as const).map((stars) => ({
                value: String(stars),
                label: stars === 5 ? t('filter.stars', { count: stars }) : t('filter.atLeast', { count: stars }),
              })),
            ]}
          />
        </Field>
        <Field label={t('filter.sort')}>
          <Select
            value={view.sort}
            onChange={({ target }) => onChange({ sort: target.value as PickSort })}
            options={PICK_SORTS.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
          />
        </Field>
      </div>
      <output data-figures className="text-caption text-soft">
        {t('filter.shown', { count: shown })}
      </output>
    </div>
  );
}
