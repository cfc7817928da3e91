import { Monitor, Moon, Smartphone, Sun } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scheme, StudioTheme } from '#core/domain/branding/theme.ts';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';
import { PreviewFrame } from '#web/lib/preview/preview-frame.tsx';

const WIDTHS = { desktop: 1280, phone: 390 } as const;

interface PreviewPaneProps {
  theme: StudioTheme;
  /** Sentence below the preview; none if empty. */
  note?: string;
  /** The page's own scheme; without one, either can be chosen. */
  scheme?: Scheme | undefined;
  children: ReactNode;
}

/** The public page in a window of a phone or a desktop, in either theme. */
export function PreviewPane({ theme, note, scheme: own, children }: PreviewPaneProps) {
  const { t } = useTranslation('branding');
  const [device, setDevice] = useState<keyof typeof WIDTHS>(() =>
    matchMedia('(min-width: 48rem)').matches ? 'desktop' : 'phone',
  );
  const [chosen, setScheme] = useState<Scheme>('light');
  const scheme = own ?? chosen;
  return (
    <div className="top-0 z-10 -mx-4 bg-paper px-4 py-2 max-lg:sticky md:mx-0 md:px-0 lg:order-last">
      <div className="flex flex-col gap-3 lg:sticky lg:top-6">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <SegmentedControl
            label={t('preview.width')}
            value={device}
            onChange={setDevice}
            options={[
              { value: 'desktop', label: t('preview.desktop'), icon: <Monitor /> },
              { value: 'phone', label: t('preview.phone'), icon: <Smartphone /> },
            ]}
          />
          {!own && (
            <SegmentedControl
              label={t('preview.theme')}
              value={scheme}
              onChange={setScheme}
              options={[
                { value: 'light', label: t('preview.light'), icon: <Sun /> },
                { value: 'dark', label: t('preview.dark'), icon: <Moon /> },
              ]}
            />
          )}
        </div>
        <div className="h-[28svh] sm:h-[38svh] rounded-control border border-line bg-sunken lg:h-[calc(100svh-12rem)]">
          <PreviewFrame title={t('preview.title')} width={WIDTHS[device]} scheme={scheme} theme={theme}>
            {children}
          </PreviewFrame>
        </div>
        {note && <p className="text-caption text-soft">{note}</p>}
      </div>
    </div>
  );
}
