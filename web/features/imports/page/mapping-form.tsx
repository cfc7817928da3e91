import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldIssue } from '#core/domain/values/errors.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { CONTACT_FIELDS, type ImportTable, type Mapping } from '../files/import-table.ts';
import { GALLERY_FIELDS, SESSION_FIELDS } from '../files/work-columns.ts';
import type { ImportKind } from './import-kind.ts';
import type { KindName } from './import-run.ts';

const FIELDS = ['name', 'email', 'phone', 'address', 'taxId', 'notes', 'tags'] as const;

/** Returns the text in `import:reasons` that says why a client's field is refused. */
export function customerReason({ field, code }: FieldIssue): (typeof FIELDS)[number] | 'nameContent' | 'other' {
  // Length has codes of its own in zod; `custom` is a rule for what a name contains (`personName`).
  if (field === 'name' && code === 'custom') return 'nameContent';
  return FIELDS.find((one) => one === field) ?? 'other';
}

/** Columns without a field that are shown first. Exports of programs have dozens. */
const SHOWN_UNMAPPED = 6;

interface MappingFormProps {
  kind: ImportKind;
  table: ImportTable;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

/** Maps each column of the file to a field; empty columns are left out. */
export function MappingForm({ kind, table, mapping, onChange }: MappingFormProps) {
  const { t } = useTranslation('import');
  const labelOf = useFieldLabel(kind.name);
  const [showsAll, setShowsAll] = useState(false);
  const columns = table.headers
    .map((header, column) => ({ header, column, samples: samplesOf(table, column) }))
    .filter(({ samples }) => samples.length > 0);
  // By the guess, so that a column does not move when it is changed.
  const isUnmapped = ({ column }: { column: number }) => table.mapping[column] === null;
  const hidden = columns.filter(isUnmapped).length > SHOWN_UNMAPPED && !showsAll ? columns.filter(isUnmapped) : [];
  const options = [
    { value: '', label: t('leaveOut') },
    ...kind.fields.map((value) => ({ value, label: labelOf(value) })),
  ];
  return (
    <>
      <ul className="grid grid-cols-1 gap-x-8 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
        {columns
          .filter((one) => !hidden.includes(one))
          .map(({ header, column, samples }) => (
            <li key={column}>
              <Field
                label={header || t('column', { number: column + 1 })}
                hint={<span className="block truncate">{samples.join(' · ')}</span>}
              >
                <Select
                  value={mapping[column] ?? ''}
                  options={options}
                  onChange={({ target }) => {
                    const field = kind.fields.find((known) => known === target.value) ?? null;
                    onChange(mapping.map((before, at) => (at === column ? field : before)));
                  }}
                />
              </Field>
            </li>
          ))}
      </ul>
      {hidden.length > 0 && (
        <Button className="self-start" onClick={() => setShowsAll(true)}>
          {t('showUnmapped', { count: hidden.length })}
        </Button>
      )}
    </>
  );
}

/** Returns two sample values of a column. */
function samplesOf({ rows }: ImportTable, column: number): string[] {
  const samples: string[] = [];
  for (const row of rows) {
    const cell = row[column]?.trim();
    if (cell && !samples.includes(cell)) samples.push(cell.slice(0, 60));
    if (samples.length === 2) break;
  }
  return samples;
}

/** Returns a function that describes a validation issue in a sentence. */
export function useIssueText(kind: ImportKind): (issue: FieldIssue) => string {
  const { t } = useTranslation('import');
  const labelOf = useFieldLabel(kind.name);
  return (issue) => {
    const { field, code } = issue;
    if (kind.name === 'customers') return t(`reasons.${customerReason(issue)}`);
    if (field === 'email') return t('reasons.email');
    if (field === 'client')
      return t(`work.${code === 'ambiguous' || code === 'required' ? code : 'invalid'}`, { field: labelOf(field) });
    if (field === 'start') return t('work.start');
    return kind.fields.includes(field) ? t('work.invalid', { field: labelOf(field) }) : t('reasons.other');
  };
}

/** Returns a function that names a field that a column can be mapped to. */
function useFieldLabel(kind: KindName): (field: string) => string {
  const { t } = useTranslation('import');
  return (field) => {
    const [contact, session, gallery] = [
      CONTACT_FIELDS.find((one) => one === field),
      SESSION_FIELDS.find((one) => one === field),
      GALLERY_FIELDS.find((one) => one === field),
    ];
    if (kind === 'customers' && contact) return t(`columns.${contact}`);
    if (kind === 'sessions' && session) return t(`sessions.columns.${session}`);
    return kind === 'galleries' && gallery ? t(`galleries.columns.${gallery}`) : field;
  };
}
