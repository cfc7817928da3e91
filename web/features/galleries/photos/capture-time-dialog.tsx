import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_CAPTURE_OFFSET_S, sortTimestamp } from '#core/domain/photos.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { SegmentedControl } from '#web/components/ui/segmented-control.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { zoneCity } from '#web/lib/format.ts';
import { CameraList } from './camera-list.tsx';
import { NO_OFFSET, parseOffset, offsetBetween, formatWallTime } from './capture-offset.ts';
import { CapturePreview } from './capture-preview.tsx';
import { CaptureOffsetFields } from './offset-fields.tsx';
import type { PhotoRow } from './photo-rows.ts';

interface CaptureTimeDialogProps {
  selected: readonly PhotoRow[];
  /** Of the whole gallery. */
  photos: readonly PhotoRow[];
  onSelect: (ids: readonly string[]) => void;
  onShift: (photos: readonly PhotoRow[], bySeconds: number) => Promise<boolean>;
  onClose: () => void;
}

/** Puts a camera's clock right: by so much, or by when one of its photos was really taken. */
export function CaptureTimeDialog({ selected, photos, onSelect, onShift, onClose }: CaptureTimeDialogProps) {
  const { t } = useTranslation(['photos', 'common']);
  const { timeZone } = useAccount();
  // Without a time of the camera's own there is none to put right: those keep the order they were uploaded in.
  const timed = selected.filter(({ capturedAt }) => capturedAt !== null);
  const [first] = timed.toSorted((a, b) => sortTimestamp(a) - sortTimestamp(b));
  const [way, setWay] = useState<'by' | 'to'>('by');
  const [typed, setTyped] = useState(NO_OFFSET);
  const [wallTime, setWallTime] = useState<string | null>(null);
  const now = first ? sortTimestamp(first) : 0;
  const to = wallTime ?? formatWallTime(now, timeZone);
  const offset = way === 'by' ? parseOffset(typed) : offsetBetween(now, to, timeZone);
  const fits =
    offset !== null && selected.every(({ captureOffset }) => Math.abs(captureOffset + offset) <= MAX_CAPTURE_OFFSET_S);
  const apply = async () => {
    if (offset !== null && (await onShift(timed, offset))) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('time.title')}
      description={t('time.text')}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button variant="primary" disabled={!first || !fits || offset === 0} onClick={() => void apply()}>
            {t('time.apply', { count: timed.length })}
          </Button>
        </>
      }
    >
      <CameraList selected={selected} photos={photos} onSelect={onSelect} />
      {timed.length < selected.length && (
        <p className="text-soft">{t('time.untimed', { count: selected.length - timed.length })}</p>
      )}
      {first && (
        <>
          <div>
            <SegmentedControl
              label={t('time.way')}
              value={way}
              onChange={setWay}
              options={[
                { value: 'by', label: t('time.by') },
                { value: 'to', label: t('time.to') },
              ]}
            />
          </div>
          {way === 'by' ? (
            <CaptureOffsetFields value={typed} onChange={setTyped} />
          ) : (
            <Field
              label={t('time.really', { name: first.filename })}
              hint={t('common:inZone', { city: zoneCity(timeZone) })}
            >
              <TextInput
                type="datetime-local"
                step={1}
                value={to}
                onChange={({ target }) => setWallTime(target.value)}
                className="max-w-64 tabular-nums"
              />
            </Field>
          )}
          <CapturePreview photo={first} offset={fits ? offset : null} />
        </>
      )}
    </Dialog>
  );
}
