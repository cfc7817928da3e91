import { useQuery } from '@rocicorp/zero/react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#core/domain/studio/accounts.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
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
import { StudioPhotos } from './studio-photos.tsx';

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
