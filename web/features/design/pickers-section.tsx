import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Calendar } from '#web/components/ui/calendar.tsx';
import { ColorPicker } from '#web/components/ui/color-picker.tsx';
import { FocalPointPicker } from '#web/components/ui/focal-point-picker.tsx';
import { FontPicker } from '#web/components/ui/font-picker.tsx';
import { placeholderUrl } from '#web/lib/thumbhash.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { pictures } from './samples.ts';

const fonts = [
  { family: 'Inter Variable', name: 'Inter' },
  { family: 'Georgia, serif', name: 'Georgia' },
  { family: 'ui-monospace, monospace', name: 'Mono' },
];

export function PickersSection() {
  const { t } = useTranslation('design');
  const [day, setDay] = useState<string | null>('2026-11-24');
  const [color, setColor] = useState('#3b82f6');
  const [font, setFont] = useState('Inter Variable');
  const [point, setPoint] = useState({ x: 0.33, y: 0.4 });
  const picture = pictures[2];
  const src = useMemo(() => placeholderUrl(picture.thumbhash) ?? '', [picture]);
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <Calendar
        value={day}
        onChange={setDay}
        today="2026-11-21"
        language={currentLanguage()}
        isDisabled={(date) => date < '2026-11-10'}
      />
      <div className="flex flex-col gap-6">
        <FocalPointPicker
          src={src}
          alt={picture.name}
          width={picture.width}
          height={picture.height}
          value={point}
          onChange={setPoint}
        />
        <ColorPicker label={t('pickers.accent')} hint={t('pickers.accentHint')} value={color} onChange={setColor} />
      </div>
      <div className="sm:col-span-2">
        <FontPicker
          label={t('pickers.font')}
          value={font}
          onChange={setFont}
          fonts={fonts}
          sample={t('pickers.sample')}
        />
      </div>
    </div>
  );
}
