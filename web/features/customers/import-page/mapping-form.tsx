import { useTranslation } from 'react-i18next';
import type { FieldIssue } from '#core/domain/errors.ts';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { CONTACT_FIELDS, type ContactTable, type Mapping } from '../import/contact-table.ts';

interface MappingFormProps {
  table: ContactTable;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

/** Maps each column of the file to a field; empty columns are left out. */
export function MappingForm({ table, mapping, onChange }: MappingFormProps) {
  const { t } = useTranslation('customers');
  const columns = table.headers
    .map((header, column) => ({ header, column, samples: samplesOf(table, column) }))
    .filter(({ samples }) => samples.length > 0);
  const options = [
    { value: '', label: t('import.leaveOut') },
    ...CONTACT_FIELDS.map((value) => ({ value, label: t(`import.columns.${value}`) })),
  ];
  return (
    <ul className="grid gap-x-8 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
      {columns.map(({ header, column, samples }) => (
        <li key={column}>
          <Field
            label={header || t('import.column', { number: column + 1 })}
            hint={<span className="block truncate">{samples.join(' · ')}</span>}
          >
            <Select
              value={mapping[column] ?? ''}
              options={options}
              onChange={({ target }) => {
                const field = CONTACT_FIELDS.find((known) => known === target.value) ?? null;
                onChange(mapping.map((before, at) => (at === column ? field : before)));
              }}
            />
          </Field>
        </li>
      ))}
    </ul>
  );
}

/** Returns two sample values of a column. */
function samplesOf({ rows }: ContactTable, column: number): string[] {
  const samples: string[] = [];
  for (const row of rows) {
    const cell = row[column]?.trim();
    if (cell && !samples.includes(cell)) samples.push(cell.slice(0, 60));
    if (samples.length === 2) break;
  }
  return samples;
}

const FIELDS = ['name', 'email', 'phone', 'address', 'taxId', 'notes', 'tags'] as const;

/** Returns a function that describes a validation issue in a sentence. */
export function useIssueText(): (issue: FieldIssue) => string {
  const { t } = useTranslation('customers');
  return ({ field }) => {
    const known = FIELDS.find((one) => one === field);
    return known ? t(`import.reasons.${known}`) : t('import.reasons.other');
  };
}
