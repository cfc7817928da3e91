import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IMAGE_PRESETS } from '#core/domain/image-params.ts';
import { isVideo, videoLength } from '#core/domain/videos.ts';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { BlurUpImage, RotatedImage } from '#web/components/ui/lists/image.tsx';
import { VideoPlayer } from '#web/components/ui/lists/video-player.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { imageSrc, useImagesReady } from '#web/lib/photo-grid/image-token.tsx';
import { FocalEditor } from './focal-editor.tsx';
import { PhotoDetails } from './photo-details.tsx';
import { displayRatio, pendingRotation, type PhotoRow } from './types.ts';
import type { PhotoActions } from './use-photo-actions.ts';
import { isTyping } from './use-undoable-mutation.ts';
import { ReplacementNote, ViewerActions } from './viewer-actions.tsx';

/** Maximum height of the image. */
const HEIGHT = 'min(68dvh, 100dvh - 18rem)';

/** The photo, rotated by CSS until its new rendition is ready. */
function ViewerPicture({ photo }: { photo: PhotoRow }) {
  const { t } = useTranslation('photos');
  const api = useApi();
  const ready = useImagesReady();
  const length = videoLength(photo.metadata);
  const ratio = displayRatio(photo);
  const isChanging = photo.status === 'ready' && photo.styleVersion !== photo.renderedVersion;
  return (
    <div
      className="relative mx-auto w-full overflow-hidden rounded-print bg-sunken"
      style={{ aspectRatio: ratio, maxWidth: `calc(${ratio} * ${HEIGHT})` }}
    >
      <RotatedImage degrees={pendingRotation(photo)} ratio={ratio}>
        <BlurUpImage
          alt={photo.filename}
          src={
            ready && photo.status === 'ready'
              ? imageSrc(photo.galleryId, photo.fileId, IMAGE_PRESETS.fullscreen)
              : undefined
          }
          width={photo.width ?? 3}
          height={photo.height ?? 2}
          placeholder={null}
          eager
        />
      </RotatedImage>
      {photo.status === 'ready' && isVideo(photo) && (
        <VideoPlayer
          key={photo.id}
          label={t('video.play', { length })}
          name={t('video.name', { length })}
          failedText={t('video.failed')}
          poster={ready ? imageSrc(photo.galleryId, photo.fileId, IMAGE_PRESETS.fullscreen) : undefined}
          ratio={ratio}
          source={async () => {
            const params = { galleryId: photo.galleryId, photoId: photo.id };
            return (await api.publicPages.play({ params, query: { as: 'json' } })).url;
          }}
          className="absolute inset-0"
        />
      )}
      {photo.metadata.noPreview && (
        <p className="absolute inset-0 flex items-center justify-center bg-sunken p-4 text-soft">{t('noPreview')}</p>
      )}
      <output>
        {isChanging && (
          <span className="absolute right-2 bottom-2 rounded-print bg-raised px-2 py-0.5 text-caption text-soft">
            {t('changing')}
          </span>
        )}
      </output>
    </div>
  );
}

interface PhotoViewerProps {
  gallery: GalleryRow;
  photos: readonly PhotoRow[];
  actions: PhotoActions;
  /** Guests' names by photo. */
  guests: ReadonlyMap<string, string>;
  /** Id of the open photo; null if none is open. */
  photoId: string | null;
  onShow: (photoId: string | null) => void;
}

/** Shows one photo as large as the window permits, with its details and actions. */
export function PhotoViewer({ gallery, photos, actions, guests, photoId, onShow }: PhotoViewerProps) {
  const { t } = useTranslation(['photos', 'common']);
  const [focusing, setFocusing] = useState(false);
  const index = photos.findIndex(({ id }) => id === photoId);
  const photo = photos[index];
  const show = (id: string | null) => {
    setFocusing(false);
    onShow(id);
  };
  const step = (by: 1 | -1) => {
    const next = photos[index + by];
    if (next) show(next.id);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || focusing || isTyping(event.target)) return;
    if (event.key === 'ArrowLeft') step(-1);
    if (event.key === 'ArrowRight') step(1);
  });
  const open = photo !== undefined;
  useEffect(() => {
    if (!open) return;
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [open]);
  if (!photo) return null;
  const remove = async () => {
    const next = photos[index + 1] ?? photos[index - 1];
    if (await actions.trash([photo.id])) show(next?.id ?? null);
  };
  return (
    <Dialog open onOpenChange={(next) => !next && show(null)} title={photo.filename} size="full">
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="flex flex-col gap-3">
          {focusing ? (
            <FocalEditor
              key={photo.id}
              photo={photo}
              onDone={(focal) => {
                setFocusing(false);
                void actions.setFocalPoint(photo, focal);
              }}
              onCancel={() => setFocusing(false)}
            />
          ) : (
            <ViewerPicture photo={photo} />
          )}
          <div className="flex items-center justify-between gap-4">
            <IconButton
              label={t('common:previous')}
              icon={<ChevronLeft aria-hidden />}
              disabled={index === 0}
              onClick={() => step(-1)}
            />
            <span data-figures className="text-caption text-soft">
              {t('position', { number: index + 1, total: photos.length })}
            </span>
            <IconButton
              label={t('common:next')}
              icon={<ChevronRight aria-hidden />}
              disabled={index === photos.length - 1}
              onClick={() => step(1)}
            />
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <ReplacementNote photo={photo} />
          <ViewerActions
            {...{ photo, actions }}
            isCover={gallery.coverPhotoId === photo.id}
            onFocal={() => setFocusing(true)}
            onRemove={() => void remove()}
          />
          <PhotoDetails photo={photo} guest={guests.get(photo.id)} />
        </div>
      </div>
    </Dialog>
  );
}
