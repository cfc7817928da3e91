import { useQuery } from '@rocicorp/zero/react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicGallerySummary } from '#core/api/public.ts';
import type { Account } from '#core/domain/studio/accounts.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { SettingsForms } from '#web/components/layout/settings-forms.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { publicStudio, type Setting } from '#web/lib/accounts/public-studio.ts';
import type { Preview } from './preview-data.ts';
import { ThemeForm } from './theme-form.tsx';

/** Settings of the studio's look on its public pages. @param preview draws the public page */
export function BrandingPage({ tabs, preview }: { tabs: ReactNode; preview: Preview }) {
  const { t } = useTranslation('settings');
  const account = useAccount();
  const [settings, { type }] = useQuery(queries.accounts.settings());
  const isKnown = settings.length > 0 || type !== 'unknown';
  return (
    <>
      <PageHeader title={t('tabs.branding')} tabs={tabs} />
      {isKnown ? (
        <Fields key={account.id} account={account} settings={settings} preview={preview} />
      ) : (
        <LoadingPlaceholder className="h-[40rem]" />
      )}
    </>
  );
}

interface FieldsProps {
  account: Account;
  settings: readonly Setting[];
  preview: Preview;
}

function Fields({ account, settings, preview }: FieldsProps) {
  const { galleries, isExample } = useShownGalleries();
  const { saved, data } = useMemo(() => {
    const { studio, ...offers } = publicStudio(account, settings);
    return { saved: studio.theme, data: { studio, galleries, ...offers } };
  }, [settings, galleries, account]);
  return (
    <SettingsForms className="flex flex-col gap-12">
      <ThemeForm account={account} saved={saved} data={data} isExample={isExample} preview={preview} />
    </SettingsForms>
  );
}

/** Galleries read for the preview; the latest with a cover are shown. */
const LATEST = 100;
const SHOWN = 7;

/** Returns the studio's public galleries, or if none is public yet its other ones as an example. */
function useShownGalleries(): { galleries: PublicGallerySummary[]; isExample: boolean } {
  const [rows] = useQuery(queries.galleries.list({ limit: LATEST }));
  return useMemo(() => {
    const withCover = rows.flatMap((row) => {
      const { id, name, description, stats, coverPhoto: cover, status, visibility } = row;
      if (cover?.status !== 'ready' || !cover.width || !cover.height || !cover.thumbhash) return [];
      const { fileId, filename, width, height, thumbhash, focalX: x, focalY: y } = cover;
      const focal = x == null || y == null ? null : { x, y };
      const photo = { id: cover.id, fileId, filename, width, height, thumbhash, focal };
      const summary = {
        id,
        name,
        description,
        date: row.date ?? null,
        photoCount: stats?.readyCount ?? 0,
        cover: photo,
      };
      return [{ summary, isPublic: status === 'published' && visibility === 'public' }];
    });
    const open = withCover.filter(({ isPublic }) => isPublic);
    const shown = open.length > 0 ? open : withCover;
    const galleries = shown.map(({ summary }) => summary).toSorted((a, b) => (b.date ?? 0) - (a.date ?? 0));
    return { galleries: galleries.slice(0, SHOWN), isExample: open.length === 0 && galleries.length > 0 };
  }, [rows]);
}
