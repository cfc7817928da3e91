import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#core/domain/studio/accounts.ts';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { useAccounts } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { SettingsSection } from './settings-section.tsx';
import { SlugField, useSlugCheck } from './studio-form.tsx';

/** Changes the studio's slug. Old slugs keep redirecting here. */
export function AddressForm({ account, readOnly }: { account: Account; readOnly: boolean }) {
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
