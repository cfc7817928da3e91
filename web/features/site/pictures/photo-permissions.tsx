import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IMAGE_PRESETS } from '#core/domain/image-params.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { ListRow } from '#web/components/ui/lists/list-row.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { imageSrc, useImagesReady } from '#web/lib/photo-grid/image-token.tsx';
import { placeholderUrl } from '#web/lib/photo-grid/thumbhash.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { type SitePhotoRow, usePhotoPermissions } from './use-photo-permissions.ts';

interface PhotoPermissionsProps {
  photoIds: readonly string[];
}

/**
 * Asks for the permission to show photos of galleries that are not public, and takes it back. Renders nothing if none of
 * the photos needs one.
 */
export function PhotoPermissions({ photoIds }: PhotoPermissionsProps) {
  const { t } = useTranslation('pictures');
  const mutate = useMutation();
  const { missing, permitted } = usePhotoPermissions(photoIds);
  const [withdrawn, setWithdrawn] = useState<SitePhotoRow | null>(null);
  const decide = (photos: readonly SitePhotoRow[], isPermitted: boolean) =>
    mutate(mutators.site.permitPhotos({ photoIds: photos.map(({ id }) => id), isPermitted, now: Date.now() }), {
      done: t(isPermitted ? 'recorded' : 'withdrawn', { count: photos.length }),
    });
  return (
    <>
      {missing.length > 0 && (
        <div className="flex min-w-0 flex-col gap-3">
          <Banner tone="warning" title={t('missing', { count: missing.length })}>
            {t('explanation')}
          </Banner>
          <PhotoList label={t('missing', { count: missing.length })} photos={missing} />
          <Button writes className="self-start max-sm:self-stretch" onClick={() => void decide(missing, true)}>
            {t('record', { count: missing.length })}
          </Button>
        </div>
      )}
      {permitted.length > 0 && (
        <div className="flex min-w-0 flex-col gap-1">
          <h3 className="font-medium">{t('permitted')}</h3>
          <PhotoList label={t('permitted')} photos={permitted} onWithdraw={setWithdrawn} />
        </div>
      )}
      <ConfirmDialog
        open={withdrawn !== null}
        onOpenChange={(open) => !open && setWithdrawn(null)}
        title={t('withdrawTitle', { photo: withdrawn?.filename ?? '' })}
        description={t('withdrawText')}
        confirmLabel={t('withdraw')}
        onConfirm={() => {
          if (withdrawn) void decide([withdrawn], false);
          setWithdrawn(null);
        }}
      />
    </>
  );
}

interface PhotoListProps {
  label: string;
  photos: readonly SitePhotoRow[];
  onWithdraw?: (photo: SitePhotoRow) => void;
}

function PhotoList({ label, photos, onWithdraw }: PhotoListProps) {
  const { t } = useTranslation('pictures');
  return (
    <ul aria-label={label} className="max-h-80 min-w-0 divide-y divide-line overflow-y-auto">
      {photos.map((photo) => (
        <ListRow
          key={photo.id}
          title={photo.filename}
          detail={<Decision photo={photo} />}
          leading={<Thumbnail photo={photo} />}
          actions={
            onWithdraw && (
              <Button
                writes
                size="small"
                variant="quiet"
                aria-label={t('withdrawOf', { photo: photo.filename })}
                onClick={() => onWithdraw(photo)}
              >
                {t('withdraw')}
              </Button>
            )
          }
        />
      ))}
    </ul>
  );
}

/** Gallery of a photo, and who decided when about it. */
function Decision({ photo: { gallery, sitePermission: decision } }: { photo: SitePhotoRow }) {
  const { t } = useTranslation('pictures');
  const format = useFormat();
  const [members] = useQuery(queries.team.members());
  if (!decision) return gallery?.name ?? null;
  const member = members.find(({ userId }) => userId === decision.decidedBy);
  const who = member?.name || member?.email || t('formerMember');
  const when = format.day(decision.decidedAt);
  if (decision.isPermitted) return t('permittedBy', { who, when });
  return decision.decidedBy === null ? t('clientErased', { when }) : t('withdrawnBy', { who, when });
}

/** Decorative: the name is beside it. */
function Thumbnail({ photo }: { photo: SitePhotoRow }) {
  const isReady = useImagesReady() && photo.status === 'ready';
  const placeholder = placeholderUrl(photo.thumbhash);
  return (
    <span className="relative block size-12 shrink-0 overflow-hidden rounded-print bg-sunken">
      {placeholder && <img src={placeholder} alt="" className="absolute inset-0 size-full object-cover" />}
      {isReady && (
        <img
          src={imageSrc(photo.galleryId, photo.fileId, IMAGE_PRESETS.thumbnail)}
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </span>
  );
}
