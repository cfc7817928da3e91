import { useQuery } from '@rocicorp/zero/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PresetSettings } from '#core/domain/galleries/presets.ts';
import { queries } from '#core/zero/queries.ts';
import { CatalogPage, CatalogRow, CatalogRows } from '#web/components/layout/catalog-page.tsx';
import { CreateLink } from '#web/components/layout/page-header.tsx';
import { presetHref } from '#web/lib/paths.ts';
import { useRemovePreset } from './preset-actions.ts';

/** Returns a function that summarizes a preset in one line. */
function usePresetSummary(): (settings: PresetSettings) => string {
  const { t } = useTranslation(['presets', 'galleries']);
  const [marks] = useQuery(queries.watermarks.list());
  return ({ visibility, expiresAfterDays: days, watermarkId, sections = [], sortBy }) => {
    const mark = marks.find(({ id }) => id === watermarkId);
    const details = [
      visibility && t(`galleries:access.${visibility}.label`),
      days !== undefined && (days === 0 ? t('says.open') : t('says.days', { count: days })),
      mark && t('says.watermark', { name: mark.name }),
      sections.length > 0 && t('says.sections', { count: sections.length }),
      sortBy && t(`galleries:orders.${sortBy}`),
    ].filter(Boolean);
    return details.length > 0 ? details.join(' · ') : t('says.nothing');
  };
}

interface PresetsPageProps {
  tabs: ReactNode;
}

/** The studio's presets. */
export function PresetsPage({ tabs }: PresetsPageProps) {
  const { t } = useTranslation(['presets', 'settings']);
  const [presets, { type }] = useQuery(queries.presets.list());
  const remove = useRemovePreset();
  const summary = usePresetSummary();
  return (
    <CatalogPage
      title={t('settings:tabs.presets')}
      tabs={tabs}
      label={t('title')}
      intro={t('intro')}
      create={<CreateLink to={presetHref('new')}>{t('new')}</CreateLink>}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
      isEmpty={presets.length === 0}
      isComplete={type === 'complete'}
    >
      <CatalogRows>
        {presets.map((preset) => (
          <CatalogRow
            key={preset.id}
            title={preset.name}
            detail={summary(preset.settings)}
            to={presetHref(preset.id)}
            remove={{ label: t('removeNamed', { name: preset.name }), onSelect: () => void remove(preset) }}
          />
        ))}
      </CatalogRows>
    </CatalogPage>
  );
}
