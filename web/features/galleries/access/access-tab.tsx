import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { displayStatus } from '#core/domain/galleries/galleries.ts';
import { can } from '#core/domain/studio/roles.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { GallerySwitch } from '../gallery-switch.tsx';
import { useSetStatus } from '../use-set-status.tsx';
import { EventSwitch } from './event-switch.tsx';
import { GuestUploads } from './guest-uploads.tsx';
import { Invites } from './invites.tsx';
import { ShareLink } from './share-link.tsx';
import { VisibilityForm } from './visibility-form.tsx';

export function AccessTab({ gallery }: { gallery: GalleryRow }) {
  const { role } = useAccount();
  return (
    <div className="column flex flex-col gap-12">
      <ClosedNotice gallery={gallery} />
      <VisibilityForm gallery={gallery} />
      <ShareLink gallery={gallery} />
      {can(role, 'galleries.write') && <EventSwitch gallery={gallery} />}
      {gallery.visibility !== 'invite' && <GuestRights gallery={gallery} />}
      <Invites gallery={gallery} />
      <GuestUploads gallery={gallery} />
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

/** Rights of visitors without an invitation; applies immediately. */
function GuestRights({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation('galleries');
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col">
      <h2 id={id} className="border-b border-line pb-3 text-lead font-semibold">
        {t('guests.title')}
      </h2>
      <GallerySwitch
        gallery={gallery}
        setting="guestFavourites"
        label={t('guests.favourites')}
        hint={t('guests.favouritesHint')}
      />
      <GallerySwitch
        gallery={gallery}
        setting="guestComments"
        label={t('guests.comments')}
        hint={t('guests.commentsHint')}
      />
    </section>
  );
}
