import { Download, QrCode as QrCodeIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '#web/lib/browser/files.ts';
import { qrShape } from '#web/lib/qr-shape.ts';
import { Button } from './inputs/button.tsx';
import { Dialog } from './overlays/dialog.tsx';

interface QrCodeProps {
  /** Absolute URL that the code contains. */
  url: string;
  /** Name of downloaded files, without extension; without it none are offered. */
  filename?: string;
}

/** Pixels of a module in a downloaded PNG: a code of 37 modules is 888 px wide, 7.5 cm in print at 300 dpi. */
const MODULE_PX = 24;

/** A link as a QR code, with downloads for screen and print. Black on white in both themes, as scanners expect. */
export function QrCode({ url, filename }: QrCodeProps) {
  const { t } = useTranslation('common');
  const { path, size } = useMemo(() => qrShape(url), [url]);
  const savePng = () => {
    const canvas = document.createElement('canvas');
    canvas.width = size * MODULE_PX;
    canvas.height = size * MODULE_PX;
    const context = canvas.getContext('2d');
    if (!context) return;
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.scale(MODULE_PX, MODULE_PX);
    context.fillStyle = 'black';
    context.fill(new Path2D(path));
    canvas.toBlob((blob) => blob && saveFile(blob, `${filename}.png`));
  };
  const saveSvg = () => saveFile(new Blob([svgText(path, size)], { type: 'image/svg+xml' }), `${filename}.svg`);
  return (
    <div className="flex flex-col items-center gap-5">
      <svg
        role="img"
        aria-label={t('qr.label')}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="w-full max-w-64 rounded-print bg-[white] text-[black]"
      >
        <path d={path} fill="currentColor" />
      </svg>
      <p className="text-center text-caption wrap-anywhere text-soft">{url}</p>
      {filename && (
        <div className="flex flex-wrap justify-center gap-2">
          <Button icon={<Download />} onClick={saveSvg}>
            {t('qr.svg')}
          </Button>
          <Button icon={<Download />} onClick={savePng}>
            {t('qr.png')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** A button that shows a link's QR code in a dialog. */
export function QrCodeButton(props: QrCodeProps) {
  const { t } = useTranslation('common');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<QrCodeIcon />} onClick={() => setOpen(true)}>
        {t('qr.title')}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t('qr.title')}>
        <QrCode {...props} />
      </Dialog>
    </>
  );
}

function svgText(path: string, size: number): string {
  const box = `0 0 ${size} ${size}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}"/></svg>`;
}
