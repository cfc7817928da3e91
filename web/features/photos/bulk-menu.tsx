import { ArrowDownToLine, ArrowUpToLine, Clock, Copy, Download, Ellipsis, FolderOutput, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadHref } from '#core/domain/photos/image-sources.ts';
import { can } from '#core/domain/studio/roles.ts';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { Menu, type MenuItem } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { CaptureTimeDialog } from './capture-time-dialog.tsx';
import { MovePhotosDialog, type useTransferActions } from './move-photos-dialog.tsx';
import type { PhotoRow } from './types.ts';
import type { PhotoActions } from './use-photo-actions.ts';

export interface BulkMenuProps {
  /** Selected photos in their order. */
  selected: readonly PhotoRow[];
  /** All photos of the gallery. */
  photos: readonly PhotoRow[];
  actions: PhotoActions;
  transfer: ReturnType<typeof useTransferActions>;
  /** Lifts the selected photos to move them with the arrow keys. */
  onLift: () => void;
  /** Moves to the start or the end of the section; undefined if the photos are in several sections. */
  onMoveTo: ((end: 'start' | 'end') => void) | undefined;
  onSelect: (ids: readonly string[]) => void;
  onClear: () => void;
}

/** Less frequent actions for the selected photos. */
export function BulkMenu({ selected, photos, actions, transfer, ...props }: BulkMenuProps) {
  const { t } = useTranslation(['photos', 'common']);
  const { role } = useAccount();
  const [dialog, setDialog] = useState<'time' | 'move' | 'copy' | null>(null);
  const [first] = selected;
  const failed = selected.filter(({ status }) => status === 'failed').map(({ id }) => id);
  const one = selected.length === 1 && first?.status === 'ready' ? first : null;
  const mayWrite = can(role, 'photos.write');
  const settled = selected.every(({ status }) => status === 'ready');
  const item = (label: string, icon: MenuItem['icon'], onSelect: () => void, disabled = false): MenuItem => {
    return { label, icon, writes: true, disabled, onSelect };
  };
  const groups = [
    {
      items: [
        failed.length > 0 && item(t('retry'), <RefreshCw />, () => void actions.retry(failed)),
        mayWrite && item(t('time.open'), <Clock />, () => setDialog('time')),
        one && { label: t('download'), icon: <Download />, onSelect: () => location.assign(downloadUrl(one)) },
      ],
    },
    {
      items: [
        mayWrite && item(t('toStart'), <ArrowUpToLine />, () => props.onMoveTo?.('start'), !props.onMoveTo),
        mayWrite && item(t('toEnd'), <ArrowDownToLine />, () => props.onMoveTo?.('end'), !props.onMoveTo),
      ],
    },
    {
      items: [
        mayWrite && item(t('transfer.move'), <FolderOutput />, () => setDialog('move'), !settled),
        mayWrite && item(t('transfer.copy'), <Copy />, () => setDialog('copy'), !settled),
      ],
    },
  ]
    .map(({ items }) => ({ items: items.filter((entry) => typeof entry === 'object' && entry !== null) }))
    .filter(({ items }) => items.length > 0);
  if (groups.length === 0) return null;
  return (
    <>
      <Menu trigger={<IconButton label={t('common:more')} icon={<Ellipsis aria-hidden />} />} groups={groups} />
      {dialog === 'time' && (
        <CaptureTimeDialog
          selected={selected}
          photos={photos}
          onSelect={props.onSelect}
          onShift={actions.shiftCapture}
          onClose={() => setDialog(null)}
        />
      )}
      {(dialog === 'move' || dialog === 'copy') && first && (
        <MovePhotosDialog
          kind={dialog}
          from={first.galleryId}
          count={selected.length}
          onClose={() => setDialog(null)}
          onTransfer={async (target) => {
            const done = await transfer[dialog](selected, target);
            if (done && dialog === 'move') props.onClear();
            return done;
          }}
        />
      )}
    </>
  );
}

export function downloadUrl({ galleryId, id }: PhotoRow): string {
  return downloadHref(galleryId, id, 'original');
}
