import { useQuery } from '@rocicorp/zero/react';
import type { ReactNode } from 'react';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/arriving.tsx';
import { CatalogList } from '../settings-list.tsx';
import { useSamplePhoto } from './use-sample-photo.ts';
import { WatermarkItem } from './watermark-item.tsx';

interface WatermarksPageProps {
  /** `new` for one that is to be made. */
  watermarkHref: (watermarkId: string) => string;
  tabs: ReactNode;
}

/** The studio's marks, each as it looks on a picture. */
export function WatermarksPage({ watermarkHref, tabs }: WatermarksPageProps) {
  const [marks, { type }] = useQuery(queries.watermarks.list());
  const photo = useSamplePhoto();
  return (
    <CatalogList
      texts="watermarks"
      newHref={watermarkHref('new')}
      tabs={tabs}
      isEmpty={marks.length === 0}
      isComplete={type === 'complete'}
      placeholder={<LoadingPlaceholder className="h-48 max-w-72" />}
      className="flex max-w-4xl flex-col gap-6"
    >
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-x-6 gap-y-8">
        {marks.map((mark) => (
          <WatermarkItem key={mark.id} mark={mark} photo={photo} to={watermarkHref(mark.id)} />
        ))}
      </ul>
    </CatalogList>
  );
}
