import { Bookmark, Download, Eye, EyeOff, Focus, RotateCcw, RotateCw, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/roles.ts';
import { Button } from '#web/components/ui/button.tsx';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { useAccount } from '#web/lib/accounts.tsx';
import { downloadUrl } from './bulk-menu.tsx';
import { pendingRotation, type PhotoRow } from './photo-rows.ts';
import { ReplaceButton } from './replace-button.tsx';
import type { PhotoActions } from './use-photo-acts.ts';

interface ViewerActionsProps {
  photo: PhotoRow;
  actions: PhotoActions;
  writable: boolean;
  isCover: boolean;
  onFocal: () => void;
  onRemove: () => void;
}

/** What can be done to the photo that is looked at. */
export function ViewerActions({ photo, actions, writable, isCover, onFocal, onRemove }: ViewerActionsProps) {
  const { t } = useTranslation('photos');
  const { role } = useAccount();
  const ready = photo.status === 'ready';
  const button = (label: string, icon: ReactNode, onClick: () => void, disabled = false) => (
    <Button variant="quiet" icon={icon} disabled={!writable || disabled} onClick={onClick} className="justify-start!">
      {label}
    </Button>
  );
  return (
    <div role="group" aria-label={t('acts')} className="-mx-4 grid grid-cols-2 md:grid-cols-1">
      {can(role, 'photos.write') && (
        <>
          {button(t('rotateLeft'), <RotateCcw />, () => void actions.rotate([photo], 270), !ready)}
          {button(t('rotateRight'), <RotateCw />, () => void actions.rotate([photo], 90), !ready)}
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
      {can(role, 'photos.upload') && ready && <ReplaceButton photo={photo} disabled={!writable} />}
      {ready && (
        <a href={downloadUrl(photo)} className={`${buttonClass({ variant: 'quiet' })} justify-start!`}>
          <Download aria-hidden className="-ml-0.5 size-4" strokeWidth={1.75} />
          {t('download')}
        </a>
      )}
      {can(role, 'photos.delete') && (
        <Button
          variant="quiet"
          icon={<Trash2 />}
          disabled={!writable}
          onClick={onRemove}
          className="justify-start! text-danger!"
        >
          {t('delete')}
        </Button>
      )}
    </div>
  );
}
