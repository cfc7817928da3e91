import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

/** Records that a photo of a gallery that is not public may be shown on the website. */
export function AllowPhoto({ photoId, name }: { photoId: string; name: string }) {
  const { t } = useTranslation('publishing');
  const { role } = useAccount();
  const mutate = useMutation();
  const [asking, setAsking] = useState(false);
  if (!can(role, 'photos.write')) return null;
  const decide = (isPermitted: boolean) =>
    mutators.site.permitPhotos({ photoIds: [photoId], isPermitted, now: Date.now() });
  const allow = () => {
    setAsking(false);
    void mutate(decide(true), { done: t('allow.done', { name }), undo: () => decide(false) });
  };
  return (
    <>
      <Button
        size="small"
        writes
        className="shrink-0"
        aria-label={t('allow.photo', { name })}
        onClick={() => setAsking(true)}
      >
        {t('allow.act')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        tone="primary"
        title={t('allow.title', { name })}
        description={t('allow.text')}
        confirmLabel={t('allow.act')}
        onConfirm={allow}
      />
    </>
  );
}
