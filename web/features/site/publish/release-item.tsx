import { Columns2, Eye, FilePen, MoreHorizontal, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { changedPages, type PageChange, readReleasePages } from '#core/domain/site/site.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { ReleaseView } from './release-dialogs.tsx';
import { type Publishing, type ReleaseRow, useMemberNames } from './use-publishing.ts';

interface ReleaseItemProps {
  release: ReleaseRow;
  publishing: Publishing;
  onView: (view: ReleaseView) => void;
}

/** A release: when, by whom, what it changed, and what can be done with it. */
export function ReleaseItem({ release, publishing, onView }: ReleaseItemProps) {
  const { t } = useTranslation('publishing');
  const { role } = useAccount();
  const format = useFormat();
  const nameOf = useMemberNames();
  const mutate = useMutation();
  const { liveId } = publishing;
  const isLive = release.id === liveId;
  const isSaved = release.kind === 'saved';
  const when = format.dateTime(release.createdAt);
  const by = nameOf(release.authorId);
  const activate = () =>
    mutate(mutators.site.activate({ releaseId: release.id, now: Date.now() }), {
      done: t('releases.activated', { when }),
      undo: () => mutators.site.activate({ releaseId: liveId, now: Date.now() }),
    });
  const open = (kind: ReleaseView['kind']) => onView({ kind, release });
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 py-4">
      <div className="min-w-0 grow basis-72">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-medium">{when}</h2>
          {isLive && <Tag tone="success">{t('releases.live')}</Tag>}
          {isSaved && <Tag>{t('releases.saved')}</Tag>}
        </div>
        <p className="text-caption text-soft">
          {t('releases.pages', { count: readReleasePages(release.pages).length })}
          {by && ` · ${by}`}
        </p>
        <ReleaseChanges release={release} publishing={publishing} />
      </div>
      <div className="flex items-center gap-2">
        <Button
          size="small"
          icon={<Eye />}
          aria-label={t('releases.previewOf', { when })}
          onClick={() => open('preview')}
        >
          {t('releases.preview')}
        </Button>
        <Menu
          align="end"
          trigger={<IconButton label={t('releases.more', { when })} icon={<MoreHorizontal aria-hidden />} />}
          groups={[
            {
              items: [
                { label: t('releases.compare'), icon: <Columns2 />, onSelect: () => open('compare') },
                { label: t('releases.restore'), icon: <FilePen />, onSelect: () => open('restore') },
                ...(can(role, 'site.publish') && !isLive
                  ? [{ label: t('releases.activate'), icon: <Undo2 />, writes: true, onSelect: () => void activate() }]
                  : []),
              ],
            },
          ]}
        />
      </div>
    </li>
  );
}

const KINDS = ['added', 'changed', 'removed'] as const;

/** The changes of a release against the one before. */
function ReleaseChanges({ release, publishing: { releases } }: Omit<ReleaseItemProps, 'onView'>) {
  const { t } = useTranslation('publishing');
  if (release.kind === 'saved') return <p className="text-caption text-soft">{t('releases.savedText')}</p>;
  const older = releases.slice(releases.indexOf(release) + 1).find(({ kind }) => kind === 'published');
  const [pages, before] = [readReleasePages(release.pages), readReleasePages(older?.pages)];
  const changes = changedPages(pages, before);
  if (!older) return <p className="text-caption text-soft">{t('releases.first')}</p>;
  if (changes.length === 0) return <p className="text-caption text-soft">{t('releases.same')}</p>;
  const titleOf = ({ id }: PageChange) => [...pages, ...before].find((page) => page.id === id)?.title ?? '';
  return (
    <ul className="text-caption text-soft">
      {KINDS.flatMap((kind) => {
        const titles = changes.filter(({ change }) => change === kind).map(titleOf);
        return titles.length > 0
          ? [
              <li key={kind} className="wrap-anywhere">
                {t(`releases.${kind}`, { pages: titles.join(', ') })}
              </li>,
            ]
          : [];
      })}
    </ul>
  );
}
