import { Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { galleryLink } from '#core/domain/galleries/gallery-link.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { CopyField } from '#web/components/ui/inputs/copy-field.tsx';
import { QrCodeButton } from '#web/components/ui/qr-code.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { publicGalleryUrl } from '#web/lib/paths.ts';

/** The gallery's link, to copy or to share by the system's share sheet. */
export function ShareLink({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation('galleries');
  const { slug } = useAccount();
  const url = publicGalleryUrl(slug, gallery);
  const hint = t(gallery.status === 'draft' ? 'sheet.draftHint' : `share.hint.${gallery.visibility}`);
  const share = () => {
    // Closing the share sheet rejects the promise; nothing to report.
    navigator.share({ title: gallery.name, url }).catch(() => undefined);
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="w-full">
        <CopyField label={t('share.title')} value={url} hint={hint} />
      </div>
      <div className="flex flex-wrap gap-2">
        <QrCodeButton url={url} filename={galleryLink(gallery)} />
        {'share' in navigator && (
          <Button icon={<Share2 />} onClick={share}>
            {t('share.act')}
          </Button>
        )}
      </div>
    </div>
  );
}
