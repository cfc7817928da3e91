import { Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';
import { CopyField } from '#web/components/ui/copy-field.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { publicGalleryUrl } from '../client-href.ts';
import type { GalleryRow } from '../gallery-rows.ts';

/** The gallery's address, to be copied, or handed to another app where the system offers it. */
export function ShareLink({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation('galleries');
  const { slug } = useAccount();
  const url = publicGalleryUrl(slug, gallery.id);
  const share = () => {
    // Closing the system's sheet rejects; there is nothing to say then.
    navigator.share({ title: gallery.name, url }).catch(() => undefined);
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="w-full">
        <CopyField label={t('share.title')} value={url} hint={t(`share.hint.${gallery.visibility}`)} />
      </div>
      {'share' in navigator && (
        <Button icon={<Share2 />} onClick={share}>
          {t('share.act')}
        </Button>
      )}
    </div>
  );
}
