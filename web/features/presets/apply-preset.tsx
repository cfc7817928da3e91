import { useQuery } from '@rocicorp/zero/react';
import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { presetName } from '#core/domain/galleries/presets.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { newId } from '#web/lib/ids.ts';
import { paths } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useApplyPreset } from './preset-actions.ts';
import { gallerySettings } from './preset-values.ts';

interface SavePresetDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  gallery: GalleryRow;
  sections: readonly { name: string }[];
}

/** Asks for the name only: the settings come from the gallery. */
function SavePresetDialog({ open, onOpenChange, gallery, sections }: SavePresetDialogProps) {
  const { t } = useTranslation(['presets', 'common']);
  const { timeZone } = useAccount();
  const mutate = useMutation();
  const formId = useId();
  const [name, setName] = useState('');
  const [failed, setFailed] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const valid = presetName.safeParse(name);
    setFailed(!valid.success);
    if (!valid.success) return;
    const id = newId();
    const names = sections.map((section) => section.name);
    const settings = gallerySettings(gallery, names, gallery.publishedAt ?? gallery.createdAt, timeZone);
    const done = await mutate(mutators.presets.create({ id, name: valid.data, settings, now: Date.now() }), {
      done: t('created', { name: valid.data }),
      undo: () => mutators.presets.remove({ id, now: Date.now() }),
    });
    if (!done) return;
    setName('');
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('saveAs.title')}
      description={t('saveAs.text')}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('common:cancel')}</Button>
          <Button type="submit" form={formId} variant="primary">
            {t('saveAs.act')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void save(event)}>
        <Field label={t('name')} required hint={t('nameHint')} error={failed ? t('nameNeeded') : undefined}>
          <TextInput autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}

/** Applies a preset to the gallery, or saves its settings as a new preset. */
export function ApplyPreset({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation('presets');
  const id = useId();
  const navigate = useNavigate();
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
              <Button writes>
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
                  {
                    label: t('apply.manage'),
                    icon: <SlidersHorizontal />,
                    onSelect: () => void navigate(paths.presets),
                  },
                ],
              },
            ]}
          />
        )}
        <Button writes onClick={() => setSaving(true)}>
          {t('apply.save')}
        </Button>
      </div>
      <SavePresetDialog open={saving} onOpenChange={setSaving} gallery={gallery} sections={sections} />
    </section>
  );
}
