import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { QrCode } from '#web/components/ui/qr-code.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { endPreviews } from './preview-window.tsx';

/** A button that opens the drafts on another device: they follow there while a person edits them. Absent on phones. */
export function DraftOnPhone() {
  const { t } = useTranslation('publishing');
  const format = useFormat();
  const api = useApi();
  const { call, busy, failure } = useApiCall({ showsFailure: true });
  const [isOpen, setOpen] = useState(false);
  const [link, setLink] = useState<{ path: string; expiresAt: number } | null>(null);
  const open = () => {
    setOpen(true);
    setLink(null);
    void call(async () => setLink(await api.accounts.previewSite({ body: { releaseId: null, isFrame: false } })));
  };
  const end = async () => {
    const isDone = await call(async () => {
      await api.accounts.endSitePreviews();
      endPreviews();
    }, t('phone.ended'));
    if (isDone) setOpen(false);
  };
  return (
    <>
      <Button icon={<Smartphone />} onClick={open} className="max-md:hidden">
        {t('phone.open')}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('phone.title')}
        description={t('phone.text')}
        footer={
          <Button disabled={!link} loading={busy && link !== null} onClick={() => void end()}>
            {t('phone.end')}
          </Button>
        }
      >
        <ErrorBanner code={failure} />
        {link ? (
          <>
            <QrCode url={location.origin + link.path} />
            <p className="text-center text-caption text-soft">
              {t('phone.until', { when: format.dateTime(link.expiresAt) })}
            </p>
          </>
        ) : (
          !failure && <LoadingPlaceholder className="h-72" />
        )}
      </Dialog>
    </>
  );
}
