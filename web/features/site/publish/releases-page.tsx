import { EyeOff, MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { LoadingPlaceholder, PartialNote } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { paths } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { DraftOnPhone } from './draft-on-phone.tsx';
import { PublishButton } from './publish-button.tsx';
import { PlannedBanner, ViewSite } from './published-site.tsx';
import { ReleaseDialogs, type ReleaseView } from './release-dialogs.tsx';
import { ReleaseItem } from './release-item.tsx';
import { type Publishing, usePublicAddress, usePublishing } from './use-publishing.ts';

/** Lists the website's releases, to look at, compare, and go back to. */
export function ReleasesPage() {
  const { t } = useTranslation('publishing');
  const publishing = usePublishing();
  const address = usePublicAddress();
  const [view, setView] = useState<ReleaseView | null>(null);
  const { releases, drafts, liveId, plan, isComplete } = publishing;
  // All together: each button that came later would move the others.
  if (!isComplete && (releases.length === 0 || drafts.length === 0)) return <LoadingPlaceholder className="h-64" />;
  return (
    <>
      <PageHeader
        title={t('releases.title')}
        back={{ to: paths.site, label: t('releases.back') }}
        actions={
          <>
            {liveId !== null && <ViewSite address={address} />}
            {drafts.length > 0 && <DraftOnPhone />}
            <PublishButton />
          </>
        }
        menu={liveId !== null && <SiteMenu publishing={publishing} address={address} />}
      />
      {plan && (
        <div className="pb-6">
          <PlannedBanner plan={plan} />
        </div>
      )}
      {releases.length === 0 && <EmptyState title={t('releases.emptyTitle')}>{t('releases.emptyText')}</EmptyState>}
      {releases.length > 0 && (
        <>
          <p className="measure pb-4 text-soft">{t(liveId === null ? 'releases.offline' : 'releases.intro')}</p>
          <PartialNote isComplete={isComplete} />
          <ol className="divide-y divide-line border-y border-line">
            {releases.map((release) => (
              <ReleaseItem key={release.id} release={release} publishing={publishing} onView={setView} />
            ))}
          </ol>
        </>
      )}
      {view && <ReleaseDialogs view={view} publishing={publishing} onClose={() => setView(null)} />}
    </>
  );
}

/** Further actions on the published site. */
function SiteMenu({ publishing, address }: { publishing: Publishing; address: string }) {
  const { t } = useTranslation(['publishing', 'common']);
  const { role } = useAccount();
  const mutate = useMutation();
  const [asking, setAsking] = useState(false);
  const { liveId } = publishing;
  if (!can(role, 'site.publish')) return null;
  const takeOffline = () => {
    setAsking(false);
    void mutate(mutators.site.activate({ releaseId: null, now: Date.now() }), {
      done: t('offline.done'),
      undo: () => mutators.site.activate({ releaseId: liveId, now: Date.now() }),
    });
  };
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton label={t('common:more')} icon={<MoreHorizontal aria-hidden />} />}
        groups={[
          {
            items: [
              {
                label: t('offline.act'),
                icon: <EyeOff />,
                tone: 'danger',
                writes: true,
                onSelect: () => setAsking(true),
              },
            ],
          },
        ]}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('offline.title')}
        description={t('offline.text', { address })}
        confirmLabel={t('offline.act')}
        onConfirm={takeOffline}
      />
    </>
  );
}
