import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import type { PresetSettings } from '#core/domain/presets.ts';
import { queries } from '#core/zero/queries.ts';

/** What a preset gives, in a line. */
export function usePresetSummary(): (settings: PresetSettings) => string {
  const { t } = useTranslation(['presets', 'galleries']);
  const [marks] = useQuery(queries.watermarks.list());
  return ({ visibility, expiresAfterDays: days, watermarkId, sections = [], sortBy }) => {
    const mark = marks.find(({ id }) => id === watermarkId);
    const facts = [
      visibility && t(`galleries:access.${visibility}.label`),
      days !== undefined && (days === 0 ? t('says.open') : t('says.days', { count: days })),
      mark && t('says.watermark', { name: mark.name }),
      sections.length > 0 && t('says.sections', { count: sections.length }),
      sortBy && t(`galleries:orders.${sortBy}`),
    ].filter(Boolean);
    return facts.length > 0 ? facts.join(' · ') : t('says.nothing');
  };
}
