import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReleasePage } from '#core/domain/site/site.ts';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import type { Device } from './preview-window.tsx';

const isWide = () => matchMedia('(min-width: 48rem)').matches;

/** The device of a preview: at first the one that this window is like. */
export function useDevice() {
  return useState<Device>(() => (isWide() ? 'desktop' : 'phone'));
}

interface PreviewControlsProps {
  pages: readonly Pick<ReleasePage, 'id' | 'title'>[];
  pageId: string;
  onPage: (pageId: string) => void;
  device: Device;
  onDevice: (device: Device) => void;
}

/** Choice of the page and of the device. */
export function PreviewControls({ pages, pageId, onPage, device, onDevice }: PreviewControlsProps) {
  const { t } = useTranslation('publishing');
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div className="min-w-0 grow basis-56 sm:max-w-80">
        <Field label={t('compare.page')}>
          <Select
            value={pageId}
            onChange={({ target }) => onPage(target.value)}
            options={pages.map(({ id, title }) => ({ value: id, label: title }))}
          />
        </Field>
      </div>
      <SegmentedControl
        label={t('compare.device')}
        value={device}
        onChange={onDevice}
        options={[
          { value: 'desktop', label: t('compare.desktop') },
          { value: 'phone', label: t('compare.phone') },
        ]}
      />
    </div>
  );
}
