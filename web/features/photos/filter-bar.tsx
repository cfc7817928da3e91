import { clsx } from 'clsx';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { SearchInput } from '#web/components/ui/inputs/search-input.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { type FilterCounts, NO_SECTION, PHOTO_STATES, type PhotoFilter } from './filters.ts';
import type { SectionRow } from './sections.ts';

interface FilterFieldsProps {
  filter: PhotoFilter;
  counts: FilterCounts;
  sections: readonly SectionRow[];
  onChange: (filter: PhotoFilter) => void;
  /** Shows labels above the fields. */
  labelled?: boolean;
}

/** Option value for "all"; no filter uses it. */
const ALL = '';

/** Returns the filters for which the gallery has several values, such as two cameras. */
function useFilterFields({ filter, counts, sections }: Omit<FilterFieldsProps, 'onChange' | 'labelled'>) {
  const { t } = useTranslation(['photos', 'sections']);
  const format = useFormat();
  const number = (count = 0) => format.number(count);
  const cameras = [...counts.cameras].sort(([a], [b]) => a.localeCompare(b));
  return [
    sections.length > 0 && {
      key: 'section' as const,
      label: t('filter.section'),
      options: [{ id: NO_SECTION, name: t('sections:none') }, ...sections]
        .filter(({ id }) => id !== NO_SECTION || counts.sections.has(NO_SECTION))
        .map(({ id, name }) => ({ value: id, label: `${name} (${number(counts.sections.get(id))})` })),
    },
    (counts.states.size > 1 || !counts.states.has('ready')) && {
      key: 'state' as const,
      label: t('filter.state'),
      options: PHOTO_STATES.filter((state) => counts.states.has(state) || filter.state === state).map((state) => ({
        value: state,
        label: `${t(`filter.states.${state}`)} (${number(counts.states.get(state))})`,
      })),
    },
    (cameras.length > 1 || filter.camera !== null) && {
      key: 'camera' as const,
      label: t('filter.camera'),
      // Prefix the value, because the unknown camera is an empty string.
      options: cameras.map(([camera, count]) => ({
        value: `=${camera}`,
        label: `${camera || t('filter.unknownCamera')} (${number(count)})`,
      })),
    },
  ].filter((choice) => choice !== false);
}

/** The filter fields. */
function FilterFields({ labelled = false, onChange, ...choices }: FilterFieldsProps) {
  const { t } = useTranslation('photos');
  const { filter } = choices;
  const fields = useFilterFields(choices);
  const chosen = { ...filter, camera: filter.camera === null ? null : `=${filter.camera}` };
  const choose = (key: 'section' | 'state' | 'camera', value: string) => {
    const next = value === ALL ? null : key === 'camera' ? value.slice(1) : value;
    onChange({ ...filter, [key]: next });
  };
  return fields.map(({ key, label, options }) => (
    <Field key={key} label={label} hideLabel={!labelled}>
      <Select
        value={chosen[key] ?? ALL}
        onChange={({ target }) => choose(key, target.value)}
        options={[{ value: ALL, label: labelled ? t('filter.all') : t(`filter.every.${key}`) }, ...options]}
        className={labelled ? 'w-full' : 'max-w-56'}
      />
    </Field>
  ));
}

interface FilterBarProps extends Omit<FilterFieldsProps, 'labelled'> {
  /** Order and tile size, below the filters in the sheet. */
  children: ReactNode;
}

/** Search and filters of the photo grid. Where the toolbar has no room for the filters they are in a sheet. */
export function FilterBar({ children, ...choices }: FilterBarProps) {
  const { t } = useTranslation(['photos', 'common']);
  const [open, setOpen] = useState(false);
  const { filter, onChange } = choices;
  const chosen = [filter.section, filter.state, filter.camera].filter((value) => value !== null).length;
  const hasFields = useFilterFields(choices).length > 0;
  const name = t('filter.open');
  return (
    <>
      <div className="min-w-0 grow md:max-w-56">
        <SearchInput
          label={t('filter.search')}
          value={filter.text}
          onChange={(text) => onChange({ ...filter, text })}
        />
      </div>
      <div className="hidden items-center gap-2 min-[110rem]:flex">
        <FilterFields {...choices} />
      </div>
      <span className={clsx('relative min-[110rem]:hidden', !hasFields && 'md:hidden')}>
        <IconButton
          label={chosen > 0 ? t('common:filtersActive', { number: chosen }) : name}
          icon={<SlidersHorizontal aria-hidden />}
          onClick={() => setOpen(true)}
        />
        {chosen > 0 && (
          <span aria-hidden className="pointer-events-none absolute top-2 right-2 size-2 rounded-full bg-accent" />
        )}
      </span>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={name}
        footer={
          <Button variant="primary" onClick={() => setOpen(false)}>
            {t('common:done')}
          </Button>
        }
      >
        <FilterFields {...choices} labelled />
        {children}
      </Dialog>
    </>
  );
}
