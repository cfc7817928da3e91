import { useQuery } from '@rocicorp/zero/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
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
import { SettingsForms, SettingsSection } from '#web/components/layout/settings-forms.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Banner, ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { useAccount, useAccounts } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { CloseStudio } from './close-studio.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SocialLinks } from './social-links.tsx';
import { SlugField, StudioForm, useSlugCheck } from './studio-form.tsx';

/** Settings of the studio: name, slug and profile. */
export function SettingsPage({ tabs }: { tabs?: ReactNode }) {
  const { t } = useTranslation('settings');
  const account = useAccount();
  const readOnly = !can(account.role, 'account.update');
  return (
    <>
      <PageHeader title={t('tabs.studio')} tabs={tabs} />
      <SettingsForms readOnly={readOnly} className="column flex flex-col gap-12">
        {readOnly && <Banner>{t('readOnly')}</Banner>}
        <StudioForm key={account.id} account={account} readOnly={readOnly} />
        <AddressForm key={`${account.id}-address`} account={account} readOnly={!can(account.role, 'account.slug')} />
        <ProfileForm key={`${account.id}-profile`} account={account} readOnly={readOnly} />
        <StudioPhotos key={`${account.id}-photos`} account={account} readOnly={readOnly} />
        <SocialLinks key={`${account.id}-social`} account={account} readOnly={readOnly} />
        {can(account.role, 'account.delete') && <CloseStudio key={`${account.id}-close`} account={account} />}
        <a href="/licences.txt" className="thumb self-start text-caption text-soft">
          {t('licences')}
        </a>
      </SettingsForms>
    </>
  );
}

const addressSchema = z.object({ slug: z.string().transform((typed) => typed.trim().toLowerCase()) });

/** Changes the studio's slug. Old slugs keep redirecting here. */
function AddressForm({ account, readOnly }: { account: Account; readOnly: boolean }) {
  const { t } = useTranslation(['settings', 'errors']);
  const api = useApi();
  const { put } = useAccounts();
  const draft = useDraft(`address:${account.id}`, { slug: account.slug });
  const { call, failure } = useApiCall({ showsFailure: true });
  const { slug } = addressSchema.parse(draft.values);
  const check = useSlugCheck(slug, account.slug);
  const form = useForm(draft, addressSchema, (body, refuse) => {
    if (check.state === 'refused') return refuse('slug', check.reason);
    return call(async () => {
      put(await api.accounts.slug({ params: { accountId: account.id }, body }));
      draft.discard();
    }, t('address.done'));
  });
  const ofField = failure?.startsWith('slug_') ? failure : form.refusal('slug');
  return (
    <SettingsSection
      title={t('address.title')}
      intro={t('address.intro')}
      disabled={readOnly}
      notice={!ofField && <ErrorBanner code={failure} />}
      draft={draft}
      form={form}
    >
      <SlugField
        slug={slug}
        check={check}
        error={ofField && t(`errors:${ofField as 'slug_taken'}`)}
        {...form.input('slug')}
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
