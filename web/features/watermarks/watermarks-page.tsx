import { useQuery } from '@rocicorp/zero/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { queries } from '#core/zero/queries.ts';
import { CatalogPage } from '#web/components/layout/catalog-page.tsx';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { CreateLink } from '#web/components/layout/page-header.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { watermarkHref } from '#web/lib/paths.ts';
import { RemoveWatermark } from './remove-watermark.tsx';
import { pickWatermarkLayout, type WatermarkRow } from './types.ts';
import { useWatermarkImage } from './use-watermark-image.ts';
import { type SamplePhoto, useSamplePhoto, WatermarkPreview } from './watermark-preview.tsx';

interface WatermarkItemProps {
  mark: WatermarkRow;
  photo: SamplePhoto | null;
  to: string;
}

/** A watermark in the list: preview, name and galleries that use it. */
function WatermarkItem({ mark, photo, to }: WatermarkItemProps) {
  const { t } = useTranslation('watermarks');
  const format = useFormat();
  const image = useWatermarkImage(mark);
  const [galleries] = useQuery(queries.galleries.list({ limit: 1000 }));
  const bearers = galleries.filter(({ watermarkId }) => watermarkId === mark.id).length;
  const { name, imageWidth: width, imageHeight: height } = mark;
  const facts = [
    mark.isTiled ? t('tiledShort') : t(`positions.${mark.position}`),
    format.percent(mark.opacity / 100),
    bearers > 0 ? t('usedBy', { count: bearers }) : t('unused'),
  ];
  return (
    <li className="group relative flex flex-col gap-3">
      <WatermarkPreview
        photo={photo}
        mark={image && width && height ? { url: image.url, width, height } : null}
        layout={pickWatermarkLayout(mark)}
      />
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 className="truncate font-medium">
            <Link to={to} className="row-link group-hover:underline">
              {name}
            </Link>
          </h2>
          <p className="text-caption text-soft">{facts.join(' · ')}</p>
          {mark.imageVersion === 0 && <p className="text-caption text-warning">{t('noPicture')}</p>}
        </div>
        <div className="relative z-10 -mt-2 -mr-2">
          <RemoveWatermark mark={mark} />
        </div>
      </div>
    </li>
  );
}

interface WatermarksPageProps {
  tabs: ReactNode;
}

/** Lists the studio's watermarks, each on a photo. */
export function WatermarksPage({ tabs }: WatermarksPageProps) {
  const { t } = useTranslation(['watermarks', 'settings']);
  const [marks, { type }] = useQuery(queries.watermarks.list());
  const photo = useSamplePhoto();
  return (
    <CatalogPage
      title={t('settings:tabs.watermarks')}
      tabs={tabs}
      label={t('title')}
      intro={t('intro')}
      create={<CreateLink to={watermarkHref('new')}>{t('new')}</CreateLink>}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
      isEmpty={marks.length === 0}
      isComplete={type === 'complete'}
      placeholder={<LoadingPlaceholder className="h-48 max-w-72" />}
      className="max-w-4xl"
    >
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-x-6 gap-y-8">
        {marks.map((mark) => (
          <WatermarkItem key={mark.id} mark={mark} photo={photo} to={watermarkHref(mark.id)} />
        ))}
      </ul>
    </CatalogPage>
  );
}
