import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { errorCode, useApi } from '#web/lib/api/api-context.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import type { DeletionPreview, DeletionSummary } from './deletion-summary.ts';
import { useAuthErrorText } from './security-errors.ts';

interface DeleteAccountSectionProps {
  userId: string;
  email: string;
  /** Called once the account is deleted, to leave for a page without sign-in. */
  onRemoved: (farewell: DeletionSummary) => void;
}

/** Deletes the user's account after showing the consequences. */
export function DeleteAccountSection({ userId, email, onRemoved }: DeleteAccountSectionProps) {
  const { t } = useTranslation('security');
  const api = useApi();
  const problem = useAuthErrorText();
  const [consequences, setConsequences] = useState<DeletionPreview | null>(null);
  const { call, busy, failure } = useApiCall({ showsFailure: true });
  const look = () => void call(async () => setConsequences(await api.me.deletion()));
  const remove = async (typed: string) => {
    try {
      await api.me.remove({ body: { email: typed } });
    } catch (error) {
      return errorCode(error);
    }
    const { deleted = [], left = [] } = consequences ?? {};
    const names = (studios: readonly { name: string }[]) => studios.map(({ name }) => name);
    onRemoved({ userId, email, deleted: names(deleted), left: names(left), at: Date.now() });
    return null;
  };
  return (
    <IntroSection title={t('remove.title')} intro={t('remove.intro')}>
      {failure && <Banner tone="danger">{problem(failure)}</Banner>}
      <div>
        <Button variant="danger" loading={busy} onClick={look}>
          {t('remove.act')}
        </Button>
      </div>
      {consequences && (
        <DeleteAccountDialog
          email={email}
          consequences={consequences}
          onRemove={remove}
          onClose={() => setConsequences(null)}
        />
      )}
    </IntroSection>
  );
}
