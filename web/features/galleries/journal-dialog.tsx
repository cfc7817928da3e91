import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { isExpired } from '#core/domain/galleries/galleries.ts';
import { journalPost, MAX_POST_PHOTOS } from '#core/domain/site/journal-post.ts';
import { readPageSettings } from '#core/domain/site/pages.ts';
import { groupBySection } from '#core/domain/galleries/sections.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { newId } from '#web/lib/ids.ts';
import { galleryHref, sitePageHref } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

interface JournalDialogProps {
  gallery: GalleryRow;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Makes a draft of a post for the website's journal from a public gallery; for others it says why that cannot be. */
export function JournalDialog({ gallery, open, onOpenChange }: JournalDialogProps) {
  const { t } = useTranslation(['galleries', 'common']);
  const now = useNow();
  const isPublic = gallery.visibility === 'public' && gallery.status === 'published' && !isExpired(gallery, now);
  if (isPublic) return open && <PostDialog gallery={gallery} onOpenChange={onOpenChange} />;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('journal.title')}
      description={t(gallery.visibility === 'public' ? 'journal.closed' : 'journal.private')}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('common:close')}</Button>
          {gallery.visibility !== 'public' && (
            <Link to={galleryHref(gallery.id, 'galleryAccess')} className={buttonClass({ variant: 'primary' })}>
              {t('journal.access')}
            </Link>
          )}
        </>
      }
    />
  );
}

function PostDialog({ gallery, onOpenChange }: Omit<JournalDialogProps, 'open'>) {
  const { t } = useTranslation(['galleries', 'common']);
  const navigate = useNavigate();
  const mutate = useMutation();
  const galleryId = gallery.id;
  const [pages, { type: known }] = useQuery(queries.pages.list());
  const [photos, { type }] = useQuery(queries.galleries.photos({ galleryId }));
  const [sections] = useQuery(queries.galleries.sections({ galleryId }));
  const [viewed] = useQuery(queries.galleries.mostViewed({ galleryId, limit: MAX_POST_PHOTOS }));
  const isReady = known === 'complete' && type === 'complete';
  const present = pages.find(({ settings }) => readPageSettings(settings)['galleryId'] === galleryId);
  const create = async () => {
    const visible = photos.filter((row) => row.status === 'ready' && !row.isHidden && !row.metadata.noPreview);
    const ordered = groupBySection(
      visible,
      sections.filter(({ isVisible }) => isVisible),
      gallery.sortBy,
    ).flatMap((part) => part.photos);
    const now = Date.now();
    const { coverPhotoId, date, publishedAt } = gallery;
    const post = journalPost(
      { ...gallery, coverPhotoId: coverPhotoId ?? null, date: date ?? null, publishedAt: publishedAt ?? null },
      {
        photoIds: ordered.map(({ id }) => id),
        views: new Map(viewed.map(({ photoId, viewCount }) => [photoId, viewCount])),
        taken: new Set(pages.map(({ path }) => path)),
        now,
        makeId: newId,
      },
    );
    const id = newId();
    const order = Math.max(0, ...pages.map((page) => page.order)) + 1;
    const request = mutators.pages.create({ id, ...post, rows: post.rows as never, order, now });
    if (await mutate(request, { done: t('journal.done') })) await navigate(sitePageHref(id));
  };
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={t('journal.title')}
      description={present ? t('journal.present', { title: present.title }) : t('journal.text')}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('common:cancel')}</Button>
          {present && (
            <Link to={sitePageHref(present.id)} className={buttonClass({ variant: 'primary' })}>
              {t('journal.open')}
            </Link>
          )}
          {!present && (
            <Button variant="primary" writes disabled={!isReady} onClick={() => void create()}>
              {t('journal.create')}
            </Button>
          )}
        </>
      }
    />
  );
}
