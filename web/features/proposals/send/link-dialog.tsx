import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { CopyField } from '#web/components/ui/inputs/copy-field.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';

interface LinkDialogProps {
  proposalId: string;
  onClose: () => void;
}

/** Makes a link to a sent proposal, which is shown once, to be copied. */
export function LinkDialog({ proposalId, onClose }: LinkDialogProps) {
  const { t } = useTranslation(['proposals', 'errors']);
  const api = useApi();
  const { call, failure } = useApiCall({ showsFailure: true });
  const [url, setUrl] = useState<string | null>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    // Once: each request makes another link.
    if (isAsked.current) return;
    isAsked.current = true;
    void call(async () => setUrl((await api.proposals.link({ params: { proposalId } })).url));
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('link.title')} description={t('link.text')}>
      {url !== null ? (
        <CopyField label={t('link.label')} value={url} />
      ) : failure === null ? (
        <LoadingPlaceholder className="h-16" />
      ) : (
        <Banner tone="danger">{t(`errors:${failure as 'unknown'}`, { defaultValue: t('errors:unknown') })}</Banner>
      )}
    </Dialog>
  );
}
