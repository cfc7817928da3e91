import { useQuery } from '@rocicorp/zero/react';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { queries } from '#core/zero/queries.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { ListRow } from '#web/components/ui/list-row.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { useStore } from '#web/lib/store.tsx';
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
  const { t } = useTranslation(['presets', 'settings']);
  const [presets, { type }] = useQuery(queries.presets.list());
  const create = (
    <Link to={presetHref('new')} className={buttonClass({ variant: 'primary' })}>
      <Plus aria-hidden className="size-4" />
      {t('new')}
    </Link>
  );
  return (
    <>
      <PageHeader title={t('settings:title')} actions={presets.length > 0 && create} tabs={tabs} />
      <section aria-label={t('title')} className="flex max-w-2xl flex-col gap-5">
        {presets.length > 0 ? (
          <>
            <p className="measure text-soft">{t('intro')}</p>
            <ul className="divide-y divide-line border-y border-line">
              {presets.map((preset) => (
                <Row key={preset.id} preset={preset} to={presetHref(preset.id)} />
              ))}
            </ul>
          </>
        ) : type === 'complete' ? (
          <EmptyState title={t('empty.title')} action={create}>
            {t('empty.text')}
          </EmptyState>
        ) : (
          <Skeleton className="h-40" />
        )}
      </section>
    </>
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
