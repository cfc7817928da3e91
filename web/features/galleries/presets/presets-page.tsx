import { useQuery } from '@rocicorp/zero/react';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { ListRow } from '#web/components/ui/list-row.tsx';
import { LoadingPlaceholder } from '#web/components/layout/arriving.tsx';
import { useStore } from '#web/lib/store.tsx';
import { CatalogList } from '../settings-list.tsx';
import type { PresetRow } from './preset-rows.ts';
import { usePresetSummary } from './use-preset-summary.ts';
import { useRemovePreset } from './use-remove-preset.ts';

interface PresetsPageProps {
  /** `new` for one that is to be made. */
  presetHref: (presetId: string) => string;
  tabs: ReactNode;
}

/** The studio's kinds of shoot. */
export function PresetsPage({ presetHref, tabs }: PresetsPageProps) {
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
  const { writable } = useStore();
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
          disabled={!writable}
          onClick={() => void remove(preset)}
        />
      }
    />
  );
}
