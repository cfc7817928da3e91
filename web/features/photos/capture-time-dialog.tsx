import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_CAPTURE_OFFSET_S, sortTimestamp } from '#core/domain/photos/photos.ts';
import { zoneCity } from '#core/domain/values/format.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { intlDate } from '#web/lib/format/date-format.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { formatWallTime, NO_OFFSET, offsetBetween, type OffsetInput, parseOffset } from './capture-offset.ts';
import { cameraName } from './filters.ts';
import { toIds } from './selection.ts';
import type { PhotoRow } from './types.ts';

interface CameraListProps {
  selected: readonly PhotoRow[];
  photos: readonly PhotoRow[];
  onSelect: (ids: readonly string[]) => void;
}

/** Lists the cameras of the selected photos. Each has a button that selects all its photos. */
function CameraList({ selected, photos, onSelect }: CameraListProps) {
  const { t } = useTranslation('photos');
  const all = Map.groupBy(photos, cameraName);
  return (
    <ul className="flex flex-col divide-y divide-line border-y border-line">
      {[...Map.groupBy(selected, cameraName)].map(([camera, chosen]) => {
        const cameraPhotos = all.get(camera) ?? chosen;
        return (
          <li key={camera} className="flex min-h-control flex-wrap items-center justify-between gap-x-3 py-1">
            <span className="grow basis-24 truncate">{camera || t('filter.unknownCamera')}</span>
            <span data-figures className="flex shrink-0 items-center gap-2 text-soft">
              {t('time.ofCamera', { count: chosen.length, total: cameraPhotos.length })}
              {chosen.length < cameraPhotos.length && (
                <Button size="small" variant="quiet" onClick={() => onSelect(toIds(cameraPhotos))}>
                  {t('time.takeAll')}
                </Button>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

interface CaptureOffsetFieldsProps {
  value: OffsetInput;
  onChange: (value: OffsetInput) => void;
}

const PARTS = ['hours', 'minutes', 'seconds'] as const;

function CaptureOffsetFields({ value, onChange }: CaptureOffsetFieldsProps) {
  const { t } = useTranslation('photos');
  const directions = (['later', 'earlier'] as const).map((each) => ({ value: each, label: t(`time.${each}`) }));
  return (
    <div className="grid grid-cols-3 gap-3 sm:grid-cols-[2fr_1fr_1fr_1fr]">
      <div className="max-sm:col-span-3">
        <Field label={t('time.direction')}>
          <Select
            options={directions}
            value={value.direction}
            onChange={({ target }) => onChange({ ...value, direction: target.value as OffsetInput['direction'] })}
          />
        </Field>
      </div>
      {PARTS.map((part) => (
        <Field key={part} label={t(`time.${part}`)}>
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            value={value[part]}
            onChange={({ target }) => onChange({ ...value, [part]: target.value })}
            className="tabular-nums"
          />
        </Field>
      ))}
    </div>
  );
}

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
