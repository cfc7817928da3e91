import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GALLERY_VISIBILITIES, type GalleryVisibility } from '#core/domain/galleries.ts';
import { mutators } from '#core/zero/mutators.ts';
import { RadioGroup } from '#web/components/ui/radio-group.tsx';
import { useMutation } from '#web/lib/act.tsx';
import { useStore } from '#web/lib/store.tsx';
import type { GalleryRow } from '../gallery-rows.ts';
import { PasswordForm } from './password-form.tsx';

/** Who may look. A password comes before the choice that needs one. */
export function VisibilityForm({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation('galleries');
  const id = useId();
  const act = useMutation();
  const { writable } = useStore();
  const [wantsPassword, setWantsPassword] = useState(false);

  const change = (visibility: GalleryVisibility) => {
    setWantsPassword(visibility === 'password' && !gallery.hasPassword);
    if (visibility === 'password' && !gallery.hasPassword) return;
    const before = gallery.visibility;
    void act(update(gallery.id, visibility), {
      done: t(`access.now.${visibility}`),
      undo: () => update(gallery.id, before),
    });
  };
  const value = wantsPassword ? 'password' : gallery.visibility;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h2 id={id} className="text-lead font-semibold">
        {t('access.title')}
      </h2>
      <RadioGroup
        label={t('access.title')}
        hideLabel
        value={value}
        onChange={change}
        options={GALLERY_VISIBILITIES.map((visibility) => ({
          value: visibility,
          label: t(`access.${visibility}.label`),
          hint: t(`access.${visibility}.hint`),
          disabled: !writable,
        }))}
      />
      {value === 'password' && (
        <PasswordForm
          key={gallery.hasPassword ? 'change' : 'set'}
          gallery={gallery}
          onSet={async () => {
            if (gallery.visibility !== 'password') await act(update(gallery.id, 'password'));
            setWantsPassword(false);
          }}
        />
      )}
    </section>
  );
}

const update = (id: string, visibility: GalleryVisibility) =>
  mutators.galleries.update({ id, changes: { visibility }, now: Date.now() });
