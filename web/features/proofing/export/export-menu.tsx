import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ambiguousNames, captureOneList, lightroomList, type NameWarning } from '#core/domain/galleries/pick-export.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import type { ListSummary } from '../lists/list-summary.ts';
import type { PickedPhoto } from '../photos/pick-view.ts';
import type { Proofing } from '../use-proofing.ts';
import { usePickFiles } from './use-pick-files.ts';

interface ExportMenuProps {
  gallery: GalleryRow;
  proofing: Proofing;
  summary: ListSummary;
  /** Name of the list. */
  name: string;
  shown: readonly PickedPhoto[];
}

/** Exports the shown photos for Lightroom, Capture One and spreadsheets. */
export function ExportMenu(props: ExportMenuProps) {
  const { proofing, shown } = props;
  const { t } = useTranslation('proofing');
  const toast = useToast();
  const files = usePickFiles(props);
  const [warnings, setWarnings] = useState<NameWarning[]>([]);
  const photos = useMemo(() => shown.map(({ photo }) => photo), [shown]);
  const copy = async (list: string, hint: string) => {
    setWarnings(ambiguousNames(proofing.photos, new Set(photos.map(({ id }) => id))));
    try {
      await navigator.clipboard.writeText(list);
      toast({ title: t('export.copied', { count: photos.length }), detail: hint });
    } catch {
      toast({ title: t('export.failed'), tone: 'danger' });
    }
  };
  return (
    <>
      <Menu
        trigger={
          <Button size="small" icon={<Download />} disabled={photos.length === 0}>
            {t('export.menu')}
          </Button>
        }
        groups={[
          {
            items: [
              {
                label: t('export.lightroom'),
                onSelect: () => void copy(lightroomList(photos), t('export.lightroomHint')),
              },
              {
                label: t('export.captureOne'),
                onSelect: () => void copy(captureOneList(photos), t('export.captureOneHint')),
              },
            ],
          },
          {
            items: [
              { label: t('export.txt'), onSelect: () => files.saveText() },
              { label: t('export.csv'), onSelect: () => files.saveCsv() },
              { label: t('export.xmp'), onSelect: () => void files.saveXmp(false) },
              { label: t('export.xmpLabels'), onSelect: () => void files.saveXmp(true) },
            ],
          },
        ]}
      />
      {warnings.length > 0 && (
        <div className="order-last basis-full">
          <Banner tone="warning" title={t('export.warning')} onDismiss={() => setWarnings([])}>
            <NameWarnings warnings={warnings} />
          </Banner>
        </div>
      )}
    </>
  );
}

/** Warnings, and names in one, that are written out. */
const SHOWN = 5;

/** Names that a search in Lightroom would mix up. */
function NameWarnings({ warnings }: { warnings: readonly NameWarning[] }) {
  const { t } = useTranslation('proofing');
  const listed = (names: readonly string[]) => names.slice(0, SHOWN).join(', ') + (names.length > SHOWN ? ' …' : '');
  return (
    <ul className="flex flex-col gap-1 wrap-anywhere">
      {warnings.slice(0, SHOWN).map(({ kind, names }) => (
        <li key={kind + names.join()}>
          {kind === 'shared'
            ? t('export.shared', { names: listed(names) })
            : t('export.prefix', { name: names[0] ?? '', names: listed(names.slice(1)) })}
        </li>
      ))}
      {warnings.length > SHOWN && <li>{t('export.more', { count: warnings.length - SHOWN })}</li>}
    </ul>
  );
}
