import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { zoneCity } from '#core/domain/values/format.ts';
import { MAX_CAPTURE_OFFSET_S, sortTimestamp } from '#core/domain/photos/photos.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { intlDate } from '#web/lib/format/date-format.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { CameraList, CaptureOffsetFields } from './capture-offset-fields.tsx';
import { formatWallTime, NO_OFFSET, offsetBetween, parseOffset } from './capture-offset.ts';
import type { PhotoRow } from './types.ts';

/** Previews the new capture time of the first photo. */
function CapturePreview({ photo, offset }: { photo: PhotoRow; offset: number | null }) {
  const { t } = useTranslation('photos');
  const format = useFormat();
  const clock = intlDate(format.locale, { timeStyle: 'medium', timeZone: format.zone });
  const formatCapture = (at: number) => `${format.date(at)}, ${clock.format(at)}`;
  const before = sortTimestamp(photo);
  return (
    <output data-figures className="flex flex-col gap-1">
      <span className="text-caption text-soft">{photo.filename}</span>
      <span className="flex flex-wrap items-center gap-x-3">
        <span className="text-soft">{formatCapture(before)}</span>
        <ArrowRight aria-hidden className="size-4 text-soft" strokeWidth={1.75} />
        <span className="sr-only">{t('time.becomes')}</span>
        <span className="font-medium">
          {offset === null ? t('time.tooFar') : formatCapture(before + offset * 1000)}
        </span>
      </span>
    </output>
  );
}

interface CaptureTimeDialogProps {
  selected: readonly PhotoRow[];
  /** All photos of the gallery. */
  photos: readonly PhotoRow[];
  onSelect: (ids: readonly string[]) => void;
  onShift: (photos: readonly PhotoRow[], bySeconds: number) => Promise<boolean>;
  onClose: () => void;
}

/** Corrects a camera's clock, by an offset or by the true time of one photo. */
export function CaptureTimeDialog({ selected, photos, onSelect, onShift, onClose }: CaptureTimeDialogProps) {
  const { t } = useTranslation(['photos', 'common']);
  const { timeZone } = useAccount();
  // Skip photos without a camera time: they keep their upload order.
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
