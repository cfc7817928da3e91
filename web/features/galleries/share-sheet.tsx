import { Send } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { ShareLink } from './access/share-link.tsx';
import { VisibilityForm } from './access/visibility-form.tsx';
import { InvitationForm } from './invitation-form.tsx';
import { useSetStatus } from './use-set-status.tsx';

interface ShareSheetProps {
  gallery: GalleryRow;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Access, link and invitation of a gallery on one sheet; a draft is published with its first invitation. */
export function ShareSheet({ gallery, open, onOpenChange }: ShareSheetProps) {
  const { t } = useTranslation('galleries');
  const id = useId();
  const { setStatus } = useSetStatus(gallery);
  const [isSending, setSending] = useState(false);
  const isDraft = gallery.status === 'draft';
  const isEmpty = isDraft && (gallery.stats?.readyCount ?? 0) === 0;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t(isDraft ? 'sheet.publishTitle' : 'sheet.title')}
      footer={
        <>
          {isDraft && (
            <Button
              writes
              disabled={isEmpty || isSending}
              onClick={() => {
                onOpenChange(false);
                setStatus('published');
              }}
            >
              {t('sheet.publishOnly')}
            </Button>
          )}
          <Button type="submit" form={id} variant="primary" icon={<Send />} disabled={isEmpty} loading={isSending}>
            {t(isDraft ? 'sheet.publishAct' : 'invites.act')}
          </Button>
        </>
      }
    >
      {isEmpty && (
        <Banner tone="warning" title={t('sheet.emptyTitle')}>
          {t('sheet.emptyText')}
        </Banner>
      )}
      <VisibilityForm gallery={gallery} compact />
      <ShareLink gallery={gallery} />
      <InvitationForm id={id} gallery={gallery} onSending={setSending} onSent={() => onOpenChange(false)} />
    </Dialog>
  );
}
