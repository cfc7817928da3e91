import { useQuery } from '@rocicorp/zero/react';
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  ambiguousNames,
  captureOneList,
  lightroomList,
  type NameWarning,
  picksCsv,
  sidecarFiles,
  textList,
} from '#core/domain/galleries/pick-export.ts';
import { csvFormat } from '#core/domain/values/csv.ts';
import { localDate } from '#core/domain/values/time.ts';
import { queries } from '#core/zero/queries.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { saveFile } from '#web/lib/browser/files.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import type { ListSummary } from '../lists/list-summary.ts';
import { bestRating, commonLabel, type PickedPhoto } from '../photos/pick-view.ts';
import type { CommentRow } from '../types.ts';
import type { Proofing } from '../use-proofing.ts';

interface PickFilesOptions {
  gallery: GalleryRow;
  proofing: Proofing;
  summary: ListSummary;
  /** Name of the list. */
  name: string;
  shown: readonly PickedPhoto[];
}

const COLUMNS = ['file', 'source', 'person', 'state', 'rating', 'label', 'rounds', 'captured', 'comments'] as const;

/** Saves files about the shown photos of a list. */
function usePickFiles({ gallery, proofing, summary: { list }, name, shown }: PickFilesOptions) {
  const { t } = useTranslation('proofing');
  const { timeZone, name: studio } = useAccount();
  const format = useFormat();
  const language = useLanguage();
  const [rounds] = useQuery(queries.proofing.rounds({ listId: list.id }), { enabled: list.round > 0 });
  const file = t('export.file', { gallery: gallery.name, list: name });
  const { nameOf, labelNames } = proofing;
  const saveText = () => {
    const text = textList(shown.map(({ photo }) => photo));
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), `${file}.txt`);
  };
  const said = ({ personId, userId, body }: CommentRow) => `${userId ? studio : nameOf(personId).name}: ${body}`;
  const saveCsv = () => {
    const rows = shown.flatMap(({ photo, picks, comments }) => {
      const { capturedAt, captureOffset } = photo;
      const at = capturedAt === null ? null : capturedAt + captureOffset * 1000;
      const common = {
        photo,
        rounds: rounds
          .filter(({ photoIds }) => photoIds.includes(photo.id))
          .map(({ round }) => round)
          .toReversed(),
        captured: at === null ? '' : `${localDate(at, timeZone)} ${format.time(at)}`,
        comments: comments.toSorted((a, b) => a.createdAt - b.createdAt).map(said),
      };
      const opinions = picks.map(({ personId, state, rating, label }) => ({
        ...common,
        person: nameOf(personId).name,
        state: t(`pick.${state}`),
        rating,
        label: label ? labelNames[label] || t(`color.${label}`) : '',
      }));
      return opinions.length > 0 ? opinions : [{ ...common, person: '', state: '', rating: 0, label: '' }];
    });
    const headers = COLUMNS.map((column) => t(`export.columns.${column}`));
    const csv = picksCsv(headers, rows, csvFormat(language));
    saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), `${file}.csv`);
  };
  const saveXmp = async (withLabels: boolean) => {
    const files = sidecarFiles(
      shown.map((one) => {
        const label = withLabels ? commonLabel(one) : null;
        return {
          photo: one.photo,
          rating: bestRating(one),
          keywords: [name],
          label: label && (labelNames[label] || t(`color.${label}`)),
        };
      }),
    );
    const { strToU8, zipSync } = await import('fflate');
    const zip = zipSync(Object.fromEntries([...files].map(([path, text]) => [path, strToU8(text)])));
    saveFile(new Blob([zip as BlobPart], { type: 'application/zip' }), `${file} XMP.zip`);
  };
  return { saveText, saveCsv, saveXmp };
}

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
