import { useTranslation } from 'react-i18next';
import { displayStatus } from '#core/domain/galleries.ts';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { useStore } from '#web/lib/store.tsx';
import { useNow } from '#web/lib/use-now.ts';
import type { GalleryRow } from '../gallery-rows.ts';
import { useSetStatus } from '../use-set-status.ts';
import { Invites } from './invites.tsx';
import { ShareLink } from './share-link.tsx';
import { VisibilityForm } from './visibility-choice.tsx';

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

/** Who shares a gallery that is not open should know what the guests will see. */
function ClosedNotice({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation('galleries');
  const setStatus = useSetStatus(gallery);
  const { writable } = useStore();
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
          <Button size="small" disabled={!writable} onClick={() => void setStatus('published')}>
            {t(draft ? 'publish' : 'move.hidden.published')}
          </Button>
        )
      }
    >
      {t('access.closedText')}
    </Banner>
  );
}
