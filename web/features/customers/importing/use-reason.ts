import { useTranslation } from 'react-i18next';
import type { FieldIssue } from '#core/domain/errors.ts';

const FIELDS = ['name', 'email', 'phone', 'address', 'taxId', 'notes', 'tags'] as const;

/** Why a row is refused, as a sentence. */
export function useIssueText(): (issue: FieldIssue) => string {
  const { t } = useTranslation('customers');
  return ({ field }) => {
    const known = FIELDS.find((one) => one === field);
    return known ? t(`import.reasons.${known}`) : t('import.reasons.other');
  };
}
