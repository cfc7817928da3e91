import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#core/domain/studio/accounts.ts';
import { photographerProfile } from '#core/domain/studio/studio-profile.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { SettingsSection } from '#web/components/layout/settings-forms.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';

const schema = photographerProfile.omit({ socialMedia: true });
type Profile = ReturnType<typeof schema.parse>;

const EMPTY: Profile = {
  email: '',
  phone: '',
  address: '',
  website: '',
  bio: '',
  privacyNotice: '',
  contactForm: true,
};

/** Reads the stored setting. Missing and malformed fields become empty. */
function profileOf(value: unknown): Profile {
  const stored = (value ?? {}) as Record<string, unknown>;
  const text = (key: Exclude<keyof Profile, 'contactForm'>) =>
    schema.shape[key].safeParse(stored[key]).data ?? EMPTY[key];
  return {
    email: text('email'),
    phone: text('phone'),
    address: text('address'),
    website: text('website'),
    bio: text('bio'),
    privacyNotice: text('privacyNotice'),
    contactForm: stored['contactForm'] !== false,
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
  const draft = useDraft(`profile:${account.id}`, saved);
  const { conflict } = draft;
  const form = useForm(draft, schema, (next) => {
    const { email, ...rest } = next;
    // The server asks for a recent sign-in to change the address.
    const profile = email === saved.email ? rest : next;
    const request = mutators.settings.setPhotographer({ profile, now: Date.now() });
    return mutate(request, { done: t('common:saved'), ...draft.saving() });
  });
  return (
    <SettingsSection
      title={t('profile.title')}
      intro={t('profile.intro')}
      disabled={readOnly || !writable}
      draft={draft}
      form={form}
    >
      <Field
        label={t('profile.bio')}
        hint={t('profile.bioHint')}
        error={form.error('bio') && t('profile.tooLong')}
        conflict={conflict('bio')}
      >
        <Textarea rows={5} {...form.input('bio')} />
      </Field>
      <Field
        label={t('profile.email')}
        error={form.error('email') && t('errors:email_address_invalid')}
        conflict={conflict('email')}
      >
        <TextInput type="email" autoComplete="email" {...form.input('email')} />
      </Field>
      <Field
        label={t('profile.phone')}
        error={form.error('phone') && t('profile.tooLong')}
        conflict={conflict('phone')}
      >
        <TextInput type="tel" autoComplete="tel" {...form.input('phone')} />
      </Field>
      <Field
        label={t('profile.website')}
        error={form.error('website') && t('profile.websiteHint')}
        conflict={conflict('website')}
      >
        <TextInput type="url" autoComplete="url" placeholder="https://" {...form.input('website')} />
      </Field>
      <Field
        label={t('profile.address')}
        error={form.error('address') && t('profile.tooLong')}
        conflict={conflict('address')}
      >
        <Textarea rows={2} autoComplete="street-address" {...form.input('address')} />
      </Field>
      <Field
        label={t('profile.privacy')}
        hint={t('profile.privacyHint')}
        error={form.error('privacyNotice') && t('profile.tooLong')}
        conflict={conflict('privacyNotice')}
      >
        <Textarea rows={5} {...form.input('privacyNotice')} />
      </Field>
      <Checkbox
        label={t('profile.contactForm')}
        hint={t('profile.contactFormHint')}
        checked={draft.values.contactForm}
        onChange={(contactForm) => draft.change({ contactForm })}
      />
    </SettingsSection>
  );
}
