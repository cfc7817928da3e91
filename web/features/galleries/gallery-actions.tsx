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

/** The main action: publish, or open the public page. */
export function GalleryActions({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation('galleries');
  const { role, slug } = useAccount();
  const setStatus = useSetStatus(gallery);
  if (gallery.status === 'draft' && can(role, 'galleries.publish')) {
    return (
      <Button variant="primary" icon={<Send />} writes onClick={() => void setStatus('published')}>
        {t('publish')}
      </Button>
    );
  }
  return (
    <a
      href={publicGalleryHref(slug, gallery.id)}
      target="_blank"
      rel="noreferrer"
      className={buttonClass({ variant: gallery.status === 'published' ? 'primary' : 'secondary' })}
    >
      <ExternalLink aria-hidden className="size-4" strokeWidth={1.75} />
      {t('openAsClient')}
    </a>
  );
}

/** The other actions on a gallery; nothing if the role allows none. */
export function GalleryMenu({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation('galleries');
  const { role } = useAccount();
  const mutate = useMutation();
  const navigate = useNavigate();
  const setStatus = useSetStatus(gallery);
  const next = can(role, 'galleries.publish') ? GALLERY_TRANSITIONS[gallery.status] : [];

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
      writes: true,
      onSelect: () => void setStatus(to),
    }));
  const remove = {
    label: t('delete'),
    icon: <Trash2 />,
    tone: 'danger' as const,
    writes: true,
    onSelect: () => void trash(),
  };
  const groups = [
    ...(moves.length > 0 ? [{ items: moves }] : []),
    ...(can(role, 'galleries.delete') ? [{ items: [remove] }] : []),
  ];
  if (groups.length === 0) return null;
  return <Menu trigger={<IconButton label={t('moreActions')} icon={<Ellipsis aria-hidden />} />} groups={groups} />;
}
