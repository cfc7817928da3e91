import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GALLERY_VISIBILITIES, galleryPassword, type GalleryVisibility } from '#core/domain/galleries/galleries.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { RadioGroup } from '#web/components/ui/inputs/radio-group.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { PasswordInput } from '#web/components/ui/inputs/text-input.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { errorCode, useApi } from '#web/lib/api/api-context.tsx';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';

interface PasswordFormProps {
  gallery: GalleryRow;
  onSet: () => Promise<void>;
}

/** Sends the gallery's password straight to the server; it is never stored on this device. */
function PasswordForm({ gallery, onSet }: PasswordFormProps) {
  const { t } = useTranslation(['galleries', 'errors']);
  const api = useApi();
  const toast = useToast();
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string>();
  const [saving, setSaving] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const valid = galleryPassword.safeParse(password);
    if (!valid.success) return setFailure(t('access.passwordNeeded'));
    setSaving(true);
    setFailure(undefined);
    try {
      await api.galleries.password({ params: { galleryId: gallery.id }, body: { password: valid.data } });
      await onSet();
      setPassword('');
      toast({ title: t('access.passwordSet') });
    } catch (error) {
      setFailure(t(`errors:${errorCode(error) as 'unknown'}`));
    }
    setSaving(false);
  };
  const change = gallery.hasPassword;
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4 sm:flex-row sm:items-start"
    >
      <div className="grow">
        <Field
          label={t(change ? 'access.changePassword' : 'access.setPassword')}
          hint={t(change ? 'access.changePasswordHint' : 'access.setPasswordHint')}
          error={failure}
        >
          <PasswordInput autoComplete="off" value={password} onChange={(event) => setPassword(event.target.value)} />
        </Field>
      </div>
      <Button
        type="submit"
        variant={change ? 'secondary' : 'primary'}
        loading={saving}
        className="shrink-0 sm:mt-[1.625rem]"
      >
        {t(change ? 'access.changePasswordAct' : 'access.setPasswordAct')}
      </Button>
    </form>
  );
}

interface VisibilityFormProps {
  gallery: GalleryRow;
  /** True for one line instead of a radio group with explanations. */
  compact?: boolean;
}

/** Chooses the visibility. `password` needs a password first. */
export function VisibilityForm({ gallery, compact = false }: VisibilityFormProps) {
  const { t } = useTranslation('galleries');
  const id = useId();
  const mutate = useMutation();
  const writable = useWritable();
  const [wantsPassword, setWantsPassword] = useState(false);

  const change = (visibility: GalleryVisibility) => {
    setWantsPassword(visibility === 'password' && !gallery.hasPassword);
    if (visibility === 'password' && !gallery.hasPassword) return;
    const before = gallery.visibility;
    void mutate(update(gallery.id, visibility), {
      done: t(`access.now.${visibility}`),
      undo: () => update(gallery.id, before),
    });
  };
  const value = wantsPassword ? 'password' : gallery.visibility;
  const passwordForm = value === 'password' && (
    <PasswordForm
      key={gallery.hasPassword ? 'change' : 'set'}
      gallery={gallery}
      onSet={async () => {
        if (gallery.visibility !== 'password') await mutate(update(gallery.id, 'password'));
        setWantsPassword(false);
      }}
    />
  );
  if (compact) {
    return (
      <>
        <Field label={t('access.title')} hint={t(gallery.hasDownloadPin ? 'sheet.pin' : `access.${value}.hint`)}>
          <Select
            value={value}
            disabled={!writable}
            onChange={(event) => change(event.target.value as GalleryVisibility)}
            options={GALLERY_VISIBILITIES.map((one) => ({ value: one, label: t(`access.${one}.label`) }))}
          />
        </Field>
        {passwordForm}
      </>
    );
  }
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
      {passwordForm}
    </section>
  );
}

const update = (id: string, visibility: GalleryVisibility) =>
  mutators.galleries.update({ id, changes: { visibility }, now: Date.now() });
