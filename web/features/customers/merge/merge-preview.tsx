import { useTranslation } from 'react-i18next';
import { SELECTABLE_FIELDS, type MergedFields } from '#core/domain/customer-merge.ts';
import { Card } from '#web/components/ui/card.tsx';

interface MergePreviewProps {
  merged: MergedFields;
  /** Those who go to the trash. */
  others: readonly { id: string; name: string }[];
}

/** The client that would be there afterwards. */
export function MergePreview({ merged, others }: MergePreviewProps) {
  const { t } = useTranslation(['customers', 'common', 'notes']);
  const facts = [
    ...SELECTABLE_FIELDS.filter((field) => field !== 'name' && merged[field]).map((field) => ({
      label: t(`fields.${field}`),
      value: field === 'language' ? t(`common:languages.${merged.language ?? 'en'}`) : (merged[field] ?? ''),
    })),
    ...(merged.tags.length > 0 ? [{ label: t('tagsTitle'), value: merged.tags.join(' · ') }] : []),
    ...(merged.notes ? [{ label: t('notes:title'), value: merged.notes }] : []),
  ];
  return (
    <Card title={merged.name} description={t('merge.preview')}>
      <dl className="flex flex-col gap-3">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-caption text-soft">{label}</dt>
            <dd className="max-h-48 overflow-y-auto wrap-anywhere whitespace-pre-wrap">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="pt-4 text-caption text-soft">
        {t('merge.moves', { count: others.length, names: others.map(({ name }) => name).join(', ') })}
      </p>
    </Card>
  );
}
