import { MessageSquare } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/inputs/button.tsx';
import type { CommentsButtonProps, CommentsProps } from '../photos/proofing-parts.ts';
import { LazyPart } from '../shell/lazy-part.tsx';
import type { Choosing } from './choosing-store.ts';
import { BAR_BUTTON, useLightboxKeys } from './lightbox-part.tsx';
import { useChoosing } from './use-choosing.ts';

const importComments = () => import('./comments/lightbox-comments.tsx');

/** Opens the comments on the photo, and shows their number. The key C does the same. */
export function CommentsButton({
  choosing,
  photo,
  swipe,
  open,
  onOpenChange,
}: CommentsButtonProps & { choosing: Choosing }) {
  const { t } = useTranslation('choosing');
  const { view } = useChoosing(choosing);
  const canComment = Boolean(view?.canComment);
  const toggle = () => {
    choosing.openPanel(false);
    onOpenChange(!open);
  };
  useLightboxKeys(swipe, (key) => {
    if (canComment && key.toLowerCase() === 'c') toggle();
    return false;
  });
  if (!canComment) return null;
  const count = view?.comments.filter(({ photoId }) => photoId === photo.id).length ?? 0;
  const label = count > 0 ? `${t('comments.open')}: ${t('comments.count', { count })}` : t('comments.open');
  return (
    <Button
      variant="quiet"
      icon={<MessageSquare className={count > 0 ? 'fill-current' : undefined} />}
      data-comments
      aria-label={label}
      title={label}
      aria-expanded={open}
      onClick={toggle}
      className={BAR_BUTTON}
    >
      <span className="sm:hidden">{t('comments.open')}</span>
    </Button>
  );
}

/** Comments on the photo; loaded when they are opened. The panel of opinions replaces them. */
export function CommentsPart({ choosing, studio, ...props }: CommentsProps & { choosing: Choosing; studio: string }) {
  const { view, list, panel } = useChoosing(choosing);
  const close = useEffectEvent(props.onClose);
  useEffect(() => {
    if (panel) close();
  }, [panel]);
  if (!view?.canComment) return null;
  return (
    <LazyPart load={importComments} wanted onClose={props.onClose}>
      {({ LightboxComments }) => (
        <Suspense>
          <LightboxComments
            proofing={choosing.proofing}
            galleryId={choosing.galleryId}
            view={view}
            list={list?.kind === 'selection' ? list : null}
            studio={studio}
            {...props}
          />
        </Suspense>
      )}
    </LazyPart>
  );
}
