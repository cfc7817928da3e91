import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { AddressForm } from './address-form.tsx';
import { CloseStudio } from './close-studio.tsx';
import { ContactFormSwitch } from './contact-form-switch.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SocialLinks } from './social-links.tsx';
import { StudioForm } from './studio-form.tsx';
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
