import { useQuery } from '@rocicorp/zero/react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  readStudioPhoto,
  STUDIO_PHOTO_FIELDS,
  STUDIO_PHOTO_KINDS,
  type StudioPhotoKind,
} from '#core/domain/branding/studio-photos.ts';
import type { Account } from '#core/domain/studio/accounts.ts';
import { can } from '#core/domain/studio/roles.ts';
import { readProfile } from '#core/domain/studio/studio-profile.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { PictureField } from '#web/components/fields/picture-field.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Banner, ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Switch } from '#web/components/ui/inputs/switch.tsx';
import { useAccount, useAccounts } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';
import { CloseStudio } from './close-studio.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SettingsSection } from './settings-section.tsx';
import { SocialLinks } from './social-links.tsx';
import { SlugField, StudioForm, useSlugCheck } from './studio-form.tsx';

/** Settings of the studio: name, slug and profile. */
export function SettingsPage({ tabs }: { tabs?: ReactNode }) {
  const { t } = useTranslation('settings');
  const account = useAccount();
  const readOnly = !can(account.role, 'account.update');
  return (
    <>
      <PageHeader title={t('title')} tabs={tabs} />
      <div className="flex max-w-2xl flex-col gap-12">
        {readOnly && <Banner>{t('readOnly')}</Banner>}
        <StudioForm key={account.id} account={account} readOnly={readOnly} />
        <AddressForm key={`${account.id}-address`} account={account} readOnly={!can(account.role, 'account.slug')} />
        <ProfileForm key={`${account.id}-profile`} account={account} readOnly={readOnly} />
        <StudioPhotos key={`${account.id}-photos`} account={account} readOnly={readOnly} />
        <SocialLinks key={`${account.id}-social`} account={account} readOnly={readOnly} />
        <ContactFormSwitch readOnly={readOnly} />
        {can(account.role, 'account.delete') && <CloseStudio key={`${account.id}-close`} account={account} />}
        <a href="/licences.txt" className="thumb self-start text-caption text-soft">
          {t('licences')}
        </a>
      </div>
    </>
  );
}

/** Turns the contact form of the public page on and off. */
function ContactFormSwitch({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation(['settings', 'common']);
  const mutate = useMutation();
  const writable = useWritable();
  const [settings] = useQuery(queries.accounts.settings());
  const profile = settings.find(({ key }) => key === 'photographer')?.value as { contactForm?: unknown } | undefined;
  const request = (contactForm: boolean) =>
    mutators.settings.setPhotographer({ profile: { contactForm }, now: Date.now() });
  return (
    <div className="border-y border-line">
      <Switch
        label={t('profile.contactForm')}
        hint={t('profile.contactFormHint')}
        checked={profile?.contactForm !== false}
        disabled={readOnly || !writable}
        onChange={(on) => void mutate(request(on), { done: t('common:saved'), undo: () => request(!on) })}
      />
    </div>
  );
}

/** Changes the studio's slug. Old slugs keep redirecting here. */
function AddressForm({ account, readOnly }: { account: Account; readOnly: boolean }) {
  const { t } = useTranslation(['settings', 'errors']);
  const api = useApi();
  const { put } = useAccounts();
  const [typed, setTyped] = useState(account.slug);
  const { call, busy, failure, setFailure } = useApiCall({ showsFailure: true });
  const slug = typed.trim().toLowerCase();
  const check = useSlugCheck(slug, account.slug);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void call(async () => {
      const changed = await api.accounts.slug({ params: { accountId: account.id }, body: { slug } });
      put(changed);
      setTyped(changed.slug);
    }, t('address.done'));
  };
  const ofField = failure?.startsWith('slug_') ? t(`errors:${failure as 'slug_taken'}`) : undefined;
  return (
    <SettingsSection
      title={t('address.title')}
      intro={t('address.intro')}
      saveLabel={t('address.act')}
      saving={busy}
      disabled={readOnly}
      clean={slug === account.slug || check.state === 'refused'}
      notice={!ofField && <ErrorBanner code={failure} />}
      onSubmit={submit}
    >
      <SlugField
        slug={slug}
        check={check}
        error={ofField}
        value={typed}
        onChange={(event) => {
          setFailure(null);
          setTyped(event.target.value);
        }}
      />
    </SettingsSection>
  );
}

interface StudioPhotosProps {
  account: Account;
  readOnly: boolean;
}

/** The photographer's portrait and the cover of the public page. Saved immediately: a file is no draft. */
function StudioPhotos({ account, readOnly }: StudioPhotosProps) {
  const { t } = useTranslation('settings');
  const [settings] = useQuery(queries.accounts.settings());
  const profile = readProfile(settings.find(({ key }) => key === 'photographer')?.value);
  return (
    <IntroSection title={t('photos.title')} intro={t('photos.intro')}>
      <div className="grid gap-6 sm:grid-cols-2">
        {STUDIO_PHOTO_KINDS.map((kind) => (
          <PhotoField
            key={kind}
            kind={kind}
            account={account}
            path={profile[STUDIO_PHOTO_FIELDS[kind]]}
            readOnly={readOnly}
          />
        ))}
      </div>
    </IntroSection>
  );
}

interface PhotoFieldProps extends StudioPhotosProps {
  kind: StudioPhotoKind;
  /** Stored path; undefined without a photo. */
  path: string | undefined;
}

function PhotoField({ kind, account, path, readOnly }: PhotoFieldProps) {
  const { t } = useTranslation('settings');
  const mutate = useMutation();
  const photo = readStudioPhoto(path);
  const name = t(`photos.${kind}`);
  return (
    <PictureField
      accountId={account.id}
      variant={kind}
      name={name}
      hint={t(`photos.${kind}Hint`)}
      texts={t('photos', { returnObjects: true })}
      accept="image/*"
      hasPicture={photo !== null}
      readOnly={readOnly}
      onRemove={() => mutate(mutators.settings.removePhoto({ kind, now: Date.now() }), { done: t('photos.removed') })}
      frame={(busy) => (
        <div className="flex h-36 items-center justify-center overflow-hidden rounded-control border border-line bg-sunken">
          {busy ||
            (photo && (
              <img
                src={photo.src}
                srcSet={photo.srcSet}
                sizes="20rem"
                alt={name}
                width={photo.width}
                height={photo.height}
                className={kind === 'profile' ? 'size-28 rounded-full object-cover' : 'size-full object-cover'}
              />
            ))}
        </div>
      )}
    />
  );
}
