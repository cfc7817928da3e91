import { Archive, Ellipsis, ExternalLink, Eye, EyeOff, Send, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { GALLERY_TRANSITIONS, type GalleryStatus } from '#core/domain/galleries.ts';
import { can } from '#core/domain/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Button, buttonClass, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { paths, publicGalleryHref } from '#web/lib/paths.ts';
import { useStore } from '#web/lib/sync/store.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

/** Changes the status of a gallery at once, with undo. */
export function useSetStatus({ id }: Pick<GalleryRow, 'id'>): (to: GalleryStatus) => Promise<boolean> {
  const { t } = useTranslation('galleries');
  const mutate = useMutation();
  return (to) =>
    mutate(mutators.galleries.setStatus({ id, to, now: Date.now() }), {
      done: t(`moved.${to}`),
      undo: () => mutators.galleries.undoStatus({ id, now: Date.now() }),
    });
}

const ICONS = { draft: <Eye />, published: <Eye />, hidden: <EyeOff />, archived: <Archive /> };

/** The main action (publish, or open the public page), and a menu of the others. */
export function GalleryActions({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation('galleries');
  const account = useAccount();
  const mutate = useMutation();
  const navigate = useNavigate();
  const setStatus = useSetStatus(gallery);
  const { writable } = useStore();
  const mayPublish = can(account.role, 'galleries.publish');
  const next = mayPublish ? GALLERY_TRANSITIONS[gallery.status] : [];

  const trash = async () => {
    const { id } = gallery;
    const trashed = await mutate(mutators.galleries.trash({ id, now: Date.now() }), {
      done: t('deleted', { name: gallery.name }),
      undo: () => mutators.galleries.restore({ id, now: Date.now() }),
    });
    if (trashed) await navigate(paths.galleries);
  };
  const moves = next
    .filter((to) => gallery.status !== 'draft' || to !== 'published')
    .map((to: GalleryStatus) => ({
      label: t(`move.${gallery.status}.${to}` as 'move.hidden.published'),
      icon: ICONS[to],
      disabled: !writable,
      onSelect: () => void setStatus(to),
    }));
  const remove = {
    label: t('delete'),
    icon: <Trash2 />,
    tone: 'danger' as const,
    disabled: !writable,
    onSelect: () => void trash(),
  };
  const groups = [
    ...(moves.length > 0 ? [{ items: moves }] : []),
    ...(can(account.role, 'galleries.delete') ? [{ items: [remove] }] : []),
  ];
  return (
    <>
      {gallery.status === 'draft' && mayPublish ? (
        <Button variant="primary" icon={<Send />} disabled={!writable} onClick={() => void setStatus('published')}>
          {t('publish')}
        </Button>
      ) : (
        <a
          href={publicGalleryHref(account.slug, gallery.id)}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: gallery.status === 'published' ? 'primary' : 'secondary' })}
        >
          <ExternalLink aria-hidden className="size-4" strokeWidth={1.75} />
          {t('openAsClient')}
        </a>
      )}
      {groups.length > 0 && (
        <Menu trigger={<IconButton label={t('moreActions')} icon={<Ellipsis aria-hidden />} />} groups={groups} />
      )}
    </>
  );
}
