import type PhotoSwipe from 'photoswipe';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicPhoto } from '#core/api/public.ts';
import { IMAGE_PRESETS } from '#core/domain/photos/image-params.ts';
import { playHref } from '#core/domain/photos/videos.ts';
import { type PlayerHandle, VideoPlayer } from '#web/components/ui/lists/video-player.tsx';
import { useFailureText } from '../shell/failure.ts';
import { useApi } from '../shell/public-api.ts';
import { imageSrc } from '#web/lib/photo-grid/image-src.ts';

interface VideoSlideProps {
  galleryId: string;
  photo: PublicPhoto;
  swipe: PhotoSwipe;
  ref: Ref<PlayerHandle>;
}

/** Plays a video over its poster, which is the slide. It is beside the slides, whose gestures would take its taps. */
export function VideoSlide({ galleryId, photo, swipe, ref }: VideoSlideProps) {
  const { t } = useTranslation('public');
  const { video: length = '' } = photo;
  const api = useApi();
  const failureText = useFailureText();
  // A player tells no reason: the same request as JSON does.
  const refusal = () =>
    api.call('GET', `${playHref(galleryId, photo.id)}?as=json`).then(
      () => null,
      (failure: unknown) => failureText(failure),
    );
  const player = useRef<PlayerHandle>(null);
  useImperativeHandle(ref, () => ({ toggle: () => player.current?.toggle() }));
  useEffect(() => {
    const clicked = (event: { preventDefault: () => void }) => {
      event.preventDefault();
      player.current?.toggle();
    };
    swipe.on('imageClickAction', clicked);
    return () => swipe.off('imageClickAction', clicked);
  }, [swipe]);
  return (
    <VideoPlayer
      ref={player}
      label={t('video.play', { length })}
      name={t('video.name', { length })}
      failedText={t('video.failed')}
      refusal={refusal}
      poster={imageSrc(galleryId, photo.fileId, IMAGE_PRESETS.fullscreen)}
      ratio={photo.width / photo.height}
      source={async () => playHref(galleryId, photo.id)}
      className="lightbox-video"
    />
  );
}
