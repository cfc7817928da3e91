import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#core/domain/accounts.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { useAccounts } from '#web/lib/accounts/accounts.tsx';
import { errorCode, useApi } from '#web/lib/api/api-context.tsx';
import { SettingsSection } from './settings-section.tsx';
import { SlugField, useSlugCheck } from './studio-form.tsx';

/** Changes the studio's slug. Old slugs keep redirecting here (decisions §5). */
export function AddressForm({ account, readOnly }: { account: Account; readOnly: boolean }) {
  const { t } = useTranslation(['settings', 'errors', 'common']);
  const api = useApi();
  const toast = useToast();
  const { put } = useAccounts();
  const [typed, setTyped] = useState(account.slug);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const slug = typed.trim().toLowerCase();
  const check = useSlugCheck(slug, account.slug);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSaving(true);
    setFailure(null);
    try {
      const changed = await api.accounts.slug({ params: { accountId: account.id }, body: { slug } });
      put(changed);
      setTyped(changed.slug);
      toast({ title: t('address.done') });
    } catch (error) {
      setFailure(errorCode(error));
    }
    setSaving(false);
  };
  const ofField = failure?.startsWith('slug_') ? t(`errors:${failure as 'slug_taken'}`) : undefined;
  return (
    <SettingsSection
      title={t('address.title')}
      intro={t('address.intro')}
      saveLabel={t('address.act')}
      saving={saving}
      disabled={readOnly}
      clean={slug === account.slug || check.state === 'refused'}
      notice={failure && !ofField && <Banner tone="danger">{t(`errors:${failure as 'unknown'}`)}</Banner>}
      onSubmit={(event) => void submit(event)}
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
