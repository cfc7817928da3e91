import { useQuery } from '@rocicorp/zero/react';
import { Bookmark, Download, Eye, EyeOff, Focus, ImageUp, RotateCcw, RotateCw, Trash2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { isVideo } from '#core/domain/photos/videos.ts';
import { queries } from '#core/zero/queries.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { ACCEPTED_FILE_TYPES } from '#web/features/uploads/file-check.ts';
import { useUploads } from '#web/features/uploads/uploads-provider.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { downloadUrl } from './bulk-menu.tsx';
import { pendingRotation } from '#core/domain/photos/photos.ts';
import type { PhotoRow } from './types.ts';
import type { PhotoActions } from './use-photo-actions.ts';

/** Long labels have two lines on phones. */
const actionClass = 'justify-start! text-left leading-5';

/** Replaces the photo's file: its position, section and URL stay. */
function ReplaceButton({ photo }: { photo: PhotoRow }) {
  const { t } = useTranslation('photos');
  const { replace } = useUploads();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="quiet" icon={<ImageUp />} writes onClick={() => input.current?.click()} className={actionClass}>
        {t('replace.open')}
      </Button>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED_FILE_TYPES}
        aria-label={t('replace.choose', { name: photo.filename })}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) replace(photo.galleryId, photo.id, file);
          // Reset the value so that the same file can be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}

interface ViewerActionsProps {
  photo: PhotoRow;
  actions: PhotoActions;
  isCover: boolean;
  onFocal: () => void;
  onRemove: () => void;
}

/** Actions for the open photo. */
export function ViewerActions({ photo, actions, isCover, onFocal, onRemove }: ViewerActionsProps) {
  const { t } = useTranslation('photos');
  const { role } = useAccount();
  const ready = photo.status === 'ready';
  const button = (label: string, icon: ReactNode, onClick: () => void, disabled = false) => (
    <Button variant="quiet" icon={icon} writes disabled={disabled} onClick={onClick} className={actionClass}>
      {label}
    </Button>
  );
  return (
    <div role="group" aria-label={t('acts')} className="-mx-4 grid grid-cols-2 gap-y-1 md:grid-cols-1">
      {can(role, 'photos.write') && (
        <>
          {!isVideo(photo) && (
            <>
              {button(t('rotateLeft'), <RotateCcw />, () => void actions.rotate([photo], 270), !ready)}
              {button(t('rotateRight'), <RotateCw />, () => void actions.rotate([photo], 90), !ready)}
            </>
          )}
          {button(t('focal.open'), <Focus />, onFocal, !ready || pendingRotation(photo) !== 0)}
          {button(
            t(photo.isHidden ? 'show' : 'hide'),
            photo.isHidden ? <Eye /> : <EyeOff />,
            () => void actions.setHidden([photo], !photo.isHidden),
          )}
        </>
      )}
      {can(role, 'galleries.write') &&
        button(
          t(isCover ? 'isCover' : 'setCover'),
          <Bookmark />,
          () => void actions.setCover(photo.id),
          isCover || !ready,
        )}
      {can(role, 'photos.write') && ready && <ReplaceButton photo={photo} />}
      {ready && (
        <a href={downloadUrl(photo)} className={`${buttonClass({ variant: 'quiet' })} ${actionClass}`}>
          <Download aria-hidden className="-ml-0.5 size-4" strokeWidth={1.75} />
          {t('download')}
        </a>
      )}
      {can(role, 'photos.delete') && (
        <Button variant="quiet" icon={<Trash2 />} writes onClick={onRemove} className={`${actionClass} text-danger!`}>
          {t('delete')}
        </Button>
      )}
    </div>
  );
}

/** Shows the progress of a new original. The previous one stays until the new one is processed. */
export function ReplacementNote({ photo }: { photo: PhotoRow }) {
  const { t } = useTranslation(['photos', 'errors']);
  const [replacements] = useQuery(queries.galleries.replacements({ galleryId: photo.galleryId }));
  const replacement = replacements.find(({ photoId }) => photoId === photo.id);
  if (!replacement) return null;
  const { status, failureReason, filename } = replacement;
  if (status === 'failed') {
    const reason = failureReason ? t(`errors:${failureReason}`) : '';
    return <Banner tone="danger">{[t('replace.failed', { name: filename }), reason].join(' ')}</Banner>;
  }
  return <Banner>{t(`replace.${status}`, { name: filename })}</Banner>;
}
