import { useQuery } from '@rocicorp/zero/react';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { queries } from '#core/zero/queries.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { useSamplePhoto } from './use-sample-photo.ts';
import { WatermarkItem } from './watermark-item.tsx';

interface WatermarksPageProps {
  /** `new` for one that is to be made. */
  watermarkHref: (watermarkId: string) => string;
  tabs: ReactNode;
}

/** The studio's marks, each as it looks on a picture. */
export function WatermarksPage({ watermarkHref, tabs }: WatermarksPageProps) {
  const { t } = useTranslation(['watermarks', 'settings']);
  const [marks, { type }] = useQuery(queries.watermarks.list());
  const photo = useSamplePhoto();
  const create = (
    <Link to={watermarkHref('new')} className={buttonClass({ variant: 'primary' })}>
      <Plus aria-hidden className="size-4" />
      {t('new')}
    </Link>
  );
  return (
    <>
      <PageHeader title={t('settings:title')} actions={marks.length > 0 && create} tabs={tabs} />
      <section aria-label={t('title')} className="flex max-w-4xl flex-col gap-6">
        {marks.length > 0 ? (
          <>
            <p className="measure text-soft">{t('intro')}</p>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-x-6 gap-y-8">
              {marks.map((mark) => (
                <WatermarkItem key={mark.id} mark={mark} photo={photo} to={watermarkHref(mark.id)} />
              ))}
            </ul>
          </>
        ) : type === 'complete' ? (
          <EmptyState title={t('empty.title')} action={create}>
            {t('empty.text')}
          </EmptyState>
        ) : (
          <Skeleton className="h-48 max-w-72" />
        )}
      </section>
    </>
  );
}
