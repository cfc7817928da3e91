import { Archive, BookOpen, Ellipsis, ExternalLink, Eye, EyeOff, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { GALLERY_TRANSITIONS, type GalleryStatus } from '#core/domain/galleries/galleries.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Button, buttonClass, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { paths, publicGalleryHref } from '#web/lib/paths.ts';
import { JournalDialog } from './journal-dialog.tsx';
import { ShareSheet } from './share-sheet.tsx';
import { useSetStatus } from './use-set-status.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

const ICONS = { draft: <Eye />, published: <Eye />, hidden: <EyeOff />, archived: <Archive /> };

interface GalleryActionsProps {
  gallery: GalleryRow;
  /** True for one button without text; the public page is in the menu then. */
  isSmall?: boolean;
}

/** The main action: publish and share, or share; and the public page. */
export function GalleryActions({ gallery, isSmall = false }: GalleryActionsProps) {
  const { t } = useTranslation('galleries');
  const { role, slug } = useAccount();
  const location = useLocation();
  // Home's list of tasks opens the sheet with the gallery.
  const [isSharing, setSharing] = useState((location.state as { publish?: true } | null)?.publish === true);
  const { status } = gallery;
  const isDraft = status === 'draft';
  const mayShare = can(role, 'galleries.share') && (isDraft ? can(role, 'galleries.publish') : status === 'published');
  return (
    <>
      {!isDraft && !isSmall && (
        <a href={publicGalleryHref(slug, gallery)} target="_blank" rel="noreferrer" className={buttonClass({})}>
          <ExternalLink aria-hidden className="size-4" strokeWidth={1.75} />
          {t('openAsClient')}
        </a>
      )}
      {mayShare && (
        <Button variant="primary" icon={<Send />} onClick={() => setSharing(true)}>
          <span className={isSmall ? 'sr-only' : undefined}>{t(isDraft ? 'sheet.publishTitle' : 'sheet.title')}</span>
        </Button>
      )}
      {mayShare && <ShareSheet gallery={gallery} open={isSharing} onOpenChange={setSharing} />}
    </>
  );
}

/** The other actions on a gallery; nothing if the role allows none. */
export function GalleryMenu({ gallery, isPhone }: { gallery: GalleryRow; isPhone: boolean }) {
  const { t } = useTranslation('galleries');
  const { role, slug } = useAccount();
  const mutate = useMutation();
  const navigate = useNavigate();
  const { setStatus, question } = useSetStatus(gallery);
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
      onSelect: () => setStatus(to),
    }));
  const remove = {
    label: t('delete'),
    icon: <Trash2 />,
    tone: 'danger' as const,
    writes: true,
    onSelect: () => void trash(),
  };
  const [isPosting, setPosting] = useState(false);
  const mayPost = can(role, 'site.write');
  const post = { label: t('journal.act'), icon: <BookOpen />, onSelect: () => setPosting(true) };
  const view = {
    label: t('openAsClient'),
    icon: <ExternalLink />,
    onSelect: () => void window.open(publicGalleryHref(slug, gallery), '_blank', 'noreferrer'),
  };
  const groups = [
    ...(isPhone && gallery.status !== 'draft' ? [{ items: [view] }] : []),
    ...(mayPost ? [{ items: [post] }] : []),
    ...(moves.length > 0 ? [{ items: moves }] : []),
    ...(can(role, 'galleries.delete') ? [{ items: [remove] }] : []),
  ];
  if (groups.length === 0) return null;
  return (
    <>
      <Menu trigger={<IconButton label={t('moreActions')} icon={<Ellipsis aria-hidden />} />} groups={groups} />
      {question}
      {mayPost && <JournalDialog gallery={gallery} open={isPosting} onOpenChange={setPosting} />}
    </>
  );
}
