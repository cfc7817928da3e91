import { useTranslation } from 'react-i18next';
import { CONTACT_FIELDS } from '../files/import-table.ts';
import { GALLERY_FIELDS, SESSION_FIELDS } from '../files/work-columns.ts';
import type { KindName } from './import-run.ts';

/** Returns a function that names a field that a column can be mapped to. */
export function useFieldLabel(kind: KindName): (field: string) => string {
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
