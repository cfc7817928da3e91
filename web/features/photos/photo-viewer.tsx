import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IMAGE_PRESETS } from '#core/domain/photos/image-params.ts';
import { isVideo, videoLength } from '#core/domain/photos/videos.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { VideoPlayer } from '#web/components/ui/lists/video-player.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { imageSrc } from '#web/lib/photo-grid/image-src.ts';
import { useImagesReady } from '#web/lib/photo-grid/image-token.tsx';
import { FocalEditor } from './focal-editor.tsx';
import { LargePhoto, PhotoDialog } from './photo-dialog.tsx';
import { displayRatio } from '#core/domain/photos/photos.ts';
import type { PhotoRow } from './types.ts';
import type { PhotoActions } from './use-photo-actions.ts';
import { ReplacementNote, ViewerActions } from './viewer-actions.tsx';

/** The photo or video, with what still changes. */
function ViewerPicture({ photo }: { photo: PhotoRow }) {
  const { t } = useTranslation('photos');
  const api = useApi();
  const ready = useImagesReady();
  const length = videoLength(photo.metadata);
  const isChanging = photo.status === 'ready' && photo.styleVersion !== photo.renderedVersion;
  return (
    <LargePhoto photo={photo} alt={photo.filename}>
      {photo.status === 'ready' && isVideo(photo) && (
        <VideoPlayer
          key={photo.id}
          label={t('video.play', { length })}
          name={t('video.name', { length })}
          failedText={t('video.failed')}
          poster={ready ? imageSrc(photo.galleryId, photo.fileId, IMAGE_PRESETS.fullscreen) : undefined}
          ratio={displayRatio(photo)}
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
    </LargePhoto>
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
  const [focusing, setFocusing] = useState(false);
  const index = photos.findIndex(({ id }) => id === photoId);
  const photo = photos[index];
  const show = (id: string | null) => {
    setFocusing(false);
    onShow(id);
  };
  if (!photo) return null;
  const remove = async () => {
    const next = photos[index + 1] ?? photos[index - 1];
    if (await actions.trash([photo.id])) show(next?.id ?? null);
  };
  return (
    <PhotoDialog
      title={photo.filename}
      index={index}
      total={photos.length}
      onShow={(next) => show(next === null ? null : photos[next]!.id)}
      keysTaken={focusing}
      picture={
        focusing ? (
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
        )
      }
    >
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
    </PhotoDialog>
  );
}

interface PhotoDetailsProps {
  photo: PhotoRow;
  /** Name of the guest who added the photo, '' for one without a name; undefined for the studio's own. */
  guest: string | undefined;
}

/** Shows the metadata of the camera and the file, never the location. */
function PhotoDetails({ photo, guest }: PhotoDetailsProps) {
  const { t } = useTranslation(['photos', 'errors']);
  const format = useFormat();
  const { cameraMake, cameraModel, lens, iso, exposureTime, fNumber, focalLength } = photo.metadata;
  const camera = [cameraMake, cameraModel?.replace(cameraMake ?? '', '').trim()].filter(Boolean).join(' ');
  const exposure = [
    focalLength && `${format.number(focalLength)} mm`,
    fNumber && `ƒ/${format.number(fNumber)}`,
    exposureTime && (exposureTime < 1 ? `1/${Math.round(1 / exposureTime)} s` : `${exposureTime} s`),
    iso && `ISO ${iso}`,
  ].filter(Boolean);
  const { filename, sourceFilename } = photo;
  const facts = [
    [t('facts.source'), sourceFilename !== filename && sourceFilename],
    [t('facts.guest'), guest === undefined ? '' : guest || t('facts.unnamedGuest')],
    [t('facts.taken'), photo.capturedAt && format.dateTime(photo.capturedAt)],
    [t('facts.camera'), [camera, lens].filter(Boolean).join(', ')],
    [t('facts.exposure'), exposure.join(' · ')],
    [t('facts.length'), videoLength(photo.metadata)],
    [t('facts.pixels'), !photo.metadata.noPreview && photo.width && photo.height && `${photo.width} × ${photo.height}`],
    [t('facts.size'), format.bytes(photo.size)],
  ] as const;
  return (
    <>
      {photo.failureReason && <Banner tone="danger">{t(`errors:${photo.failureReason}`)}</Banner>}
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-caption">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label} className="contents">
                <dt className="text-soft">{label}</dt>
                <dd data-figures className="wrap-anywhere">
                  {value}
                </dd>
              </div>
            ),
        )}
      </dl>
    </>
  );
}
