import { useTranslation } from 'react-i18next';
import { videoLength } from '#core/domain/photos/videos.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import type { PhotoRow } from './types.ts';

interface PhotoDetailsProps {
  photo: PhotoRow;
  /** Name of the guest who added the photo, '' for one without a name; undefined for the studio's own. */
  guest: string | undefined;
}

/** Shows the metadata of the camera and the file, never the location. */
export function PhotoDetails({ photo, guest }: PhotoDetailsProps) {
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
