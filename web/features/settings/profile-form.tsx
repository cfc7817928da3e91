import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#core/domain/accounts.ts';
import { photographerProfile } from '#core/domain/studio-profile.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useDraftForm } from '#web/lib/forms/draft-form.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';
import { SettingsSection } from './settings-section.tsx';

const form = photographerProfile.omit({ contactForm: true, socialMedia: true });
type Profile = ReturnType<typeof form.parse>;

const EMPTY: Profile = { email: '', phone: '', address: '', website: '', bio: '', privacyNotice: '' };

/** Reads the stored setting. Missing and malformed fields become empty. */
function profileOf(value: unknown): Profile {
  const stored = (value ?? {}) as Record<string, unknown>;
  const text = (key: keyof Profile) => form.shape[key].safeParse(stored[key]).data ?? EMPTY[key];
  return {
    email: text('email'),
    phone: text('phone'),
    address: text('address'),
    website: text('website'),
    bio: text('bio'),
    privacyNotice: text('privacyNotice'),
  };
}

interface ProfileFormProps {
  account: Account;
  readOnly: boolean;
}

/** Edits the studio's profile on the public page. */
export function ProfileForm({ account, readOnly }: ProfileFormProps) {
  const [settings, { type }] = useQuery(queries.accounts.settings());
  const setting = settings.find(({ key }) => key === 'photographer');
  if (!setting && type === 'unknown') return <LoadingPlaceholder className="h-96" />;
  return <Fields account={account} readOnly={readOnly} saved={profileOf(setting?.value)} />;
}

function Fields({ account, readOnly, saved }: ProfileFormProps & { saved: Profile }) {
  const { t } = useTranslation(['settings', 'common', 'errors']);
  const mutate = useMutation();
  const writable = useWritable();
  const stored = useDraftForm(`profile:${account.id}`, saved, { resolver: zodResolver(form) });
  const { register, handleSubmit, formState } = stored.form;
  const { isClean, conflict, saving } = stored;
  const save = async (next: Profile) => {
    const { email, ...rest } = next;
    // The server asks for a recent sign-in to change the address.
    const profile = email === saved.email ? rest : next;
    const request = mutators.settings.setPhotographer({ profile, now: Date.now() });
    await mutate(request, { done: t('common:saved'), ...saving() });
  };
  const { errors } = formState;
  return (
    <SettingsSection
      title={t('profile.title')}
      intro={t('profile.intro')}
      saveLabel={t('common:save')}
      saving={formState.isSubmitting}
      disabled={readOnly || !writable}
      clean={isClean}
      onSubmit={(event) => void handleSubmit(save)(event)}
    >
      <Field
        label={t('profile.bio')}
        hint={t('profile.bioHint')}
        error={errors.bio && t('profile.tooLong')}
        conflict={conflict('bio')}
      >
        <Textarea rows={5} {...register('bio')} />
      </Field>
      <Field
        label={t('profile.email')}
        error={errors.email && t('errors:email_address_invalid')}
        conflict={conflict('email')}
      >
        <TextInput type="email" autoComplete="email" {...register('email')} />
      </Field>
      <Field label={t('profile.phone')} error={errors.phone && t('profile.tooLong')} conflict={conflict('phone')}>
        <TextInput type="tel" autoComplete="tel" {...register('phone')} />
      </Field>
      <Field
        label={t('profile.website')}
        error={errors.website && t('profile.websiteHint')}
        conflict={conflict('website')}
      >
        <TextInput type="url" autoComplete="url" placeholder="https://" {...register('website')} />
      </Field>
      <Field label={t('profile.address')} error={errors.address && t('profile.tooLong')} conflict={conflict('address')}>
        <Textarea rows={2} autoComplete="street-address" {...register('address')} />
      </Field>
      <Field
        label={t('profile.privacy')}
        hint={t('profile.privacyHint')}
        error={errors.privacyNotice && t('profile.tooLong')}
        conflict={conflict('privacyNotice')}
      >
        <Textarea rows={5} {...register('privacyNotice')} />
      </Field>
    </SettingsSection>
  );
}
