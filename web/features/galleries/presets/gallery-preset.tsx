import { useQuery } from '@rocicorp/zero/react';
import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { queries } from '#core/zero/queries.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Menu } from '#web/components/ui/menu.tsx';
import { useStore } from '#web/lib/store.tsx';
import type { GalleryRow } from '../gallery-rows.ts';
import { SavePresetDialog } from './save-preset-dialog.tsx';
import { useApplyPreset } from './use-apply-preset.ts';

/** In a gallery's settings: takes a preset over, or makes one of what is set here. */
export function ApplyPreset({ gallery, presets }: { gallery: GalleryRow; presets: string }) {
  const { t } = useTranslation('presets');
  const id = useId();
  const navigate = useNavigate();
  const { writable } = useStore();
  const [rows] = useQuery(queries.presets.list());
  const [sections] = useQuery(queries.galleries.sections({ galleryId: gallery.id }));
  const [saving, setSaving] = useState(false);
  const apply = useApplyPreset();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div className="border-b border-line pb-3">
        <h2 id={id} className="text-lead font-semibold">
          {t('apply.title')}
        </h2>
        <p className="text-soft">{t('apply.intro')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {rows.length > 0 && (
          <Menu
            align="start"
            trigger={
              <Button disabled={!writable}>
                {t('apply.act')}
                <ChevronDown aria-hidden className="size-4 text-soft" strokeWidth={1.75} />
              </Button>
            }
            groups={[
              {
                items: rows.map((preset) => ({
                  label: preset.name,
                  onSelect: () => void apply(preset, gallery, sections),
                })),
              },
              {
                items: [
                  { label: t('apply.manage'), icon: <SlidersHorizontal />, onSelect: () => void navigate(presets) },
                ],
              },
            ]}
          />
        )}
        <Button disabled={!writable} onClick={() => setSaving(true)}>
          {t('apply.save')}
        </Button>
      </div>
      <SavePresetDialog open={saving} onOpenChange={setSaving} gallery={gallery} sections={sections} />
    </section>
  );
}
