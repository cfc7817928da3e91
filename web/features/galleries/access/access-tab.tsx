import { Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { displayStatus } from '#core/domain/galleries.ts';
import { galleryLink } from '#core/domain/gallery-link.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { CopyField } from '#web/components/ui/inputs/copy-field.tsx';
import { QrCodeButton } from '#web/components/ui/qr-code.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { publicGalleryUrl } from '#web/lib/paths.ts';
import { useSetStatus } from '../gallery-actions.tsx';
import { Invites } from './invites.tsx';
import { VisibilityForm } from './visibility-form.tsx';

/** The gallery's link, to copy or to share by the system's share sheet. */
function ShareLink({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation('galleries');
  const { slug } = useAccount();
  const url = publicGalleryUrl(slug, gallery);
  const share = () => {
    // Closing the share sheet rejects the promise; nothing to report.
    navigator.share({ title: gallery.name, url }).catch(() => undefined);
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="w-full">
        <CopyField label={t('share.title')} value={url} hint={t(`share.hint.${gallery.visibility}`)} />
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

export function AccessTab({ gallery }: { gallery: GalleryRow }) {
  return (
    <div className="flex max-w-2xl flex-col gap-12">
      <ClosedNotice gallery={gallery} />
      <VisibilityForm gallery={gallery} />
      <ShareLink gallery={gallery} />
      <Invites gallery={gallery} />
    </div>
  );
}

/** Warns that the gallery is not published or has expired: visitors of the link cannot see it. */
function ClosedNotice({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation('galleries');
  const { setStatus, question } = useSetStatus(gallery);
  const now = useNow();
  if (displayStatus(gallery, now) === 'expired') {
    return (
      <Banner tone="warning" title={t('access.expired')}>
        {t('access.expiredText')}
      </Banner>
    );
  }
  if (gallery.status === 'published') return null;
  const draft = gallery.status === 'draft';
  return (
    <Banner
      tone="warning"
      title={t(draft ? 'access.draft' : 'access.closed')}
      action={
        gallery.status !== 'archived' && (
          <Button size="small" writes onClick={() => setStatus('published')}>
            {t(draft ? 'publish' : 'move.hidden.published')}
          </Button>
        )
      }
    >
      {t('access.closedText')}
      {question}
    </Banner>
  );
}
