import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { galleryPassword } from '#core/domain/galleries.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { PasswordInput } from '#web/components/ui/password-input.tsx';
import { useToast } from '#web/components/ui/toast-provider.tsx';
import { useApi } from '#web/lib/api.tsx';
import { errorCode } from '#web/lib/error-code.ts';
import type { GalleryRow } from '../gallery-rows.ts';

interface PasswordFormProps {
  gallery: GalleryRow;
  onSet: () => Promise<void>;
}

/** The gallery's password goes straight to the server: it is never stored on this device. */
export function PasswordForm({ gallery, onSet }: PasswordFormProps) {
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
      <Button type="submit" variant={change ? 'secondary' : 'primary'} loading={saving} className="sm:mt-[1.625rem]">
        {t(change ? 'access.changePasswordAct' : 'access.setPasswordAct')}
      </Button>
    </form>
  );
}
