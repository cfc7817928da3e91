import { useQuery } from '@rocicorp/zero/react';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PresetSettings } from '#core/domain/galleries/presets.ts';
import { queries } from '#core/zero/queries.ts';
import { CatalogList } from '#web/components/layout/catalog-list.tsx';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { ListRow } from '#web/components/ui/lists/list-row.tsx';
import type { PresetRow } from '#web/lib/galleries/apply-preset.ts';
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
  const [presets, { type }] = useQuery(queries.presets.list());
  return (
    <CatalogList
      texts="presets"
      newHref={presetHref('new')}
      tabs={tabs}
      isEmpty={presets.length === 0}
      isComplete={type === 'complete'}
      placeholder={<LoadingPlaceholder className="h-40" />}
      className="flex max-w-2xl flex-col gap-5"
    >
      <ul className="divide-y divide-line border-y border-line">
        {presets.map((preset) => (
          <Row key={preset.id} preset={preset} to={presetHref(preset.id)} />
        ))}
      </ul>
    </CatalogList>
  );
}

function Row({ preset, to }: { preset: PresetRow; to: string }) {
  const { t } = useTranslation('presets');
  const remove = useRemovePreset();
  const summary = usePresetSummary();
  return (
    <ListRow
      title={preset.name}
      detail={summary(preset.settings)}
      to={to}
      actions={
        <IconButton
          label={t('removeNamed', { name: preset.name })}
          icon={<Trash2 aria-hidden />}
          writes
          onClick={() => void remove(preset)}
        />
      }
    />
  );
}
