import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { CopyField } from '#web/components/ui/inputs/copy-field.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useMemberNames } from './use-publishing.ts';

/** Shown after a publication: where visitors find the site. */
export function PublishedSite({ address, onClose }: { address: string; onClose: () => void }) {
  const { t } = useTranslation(['publishing', 'common']);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('done.title')}
      description={t('done.text')}
      footer={
        <>
          <Button onClick={onClose}>{t('common:done')}</Button>
          <ViewSite address={address} variant="primary" />
        </>
      }
    >
      <CopyField label={t('done.address')} value={address} />
    </Dialog>
  );
}

/** A link to the site as visitors see it, in a window of its own. */
export function ViewSite({ address, variant = 'secondary' }: { address: string; variant?: 'primary' | 'secondary' }) {
  const { t } = useTranslation('publishing');
  return (
    <a href={address} target="_blank" rel="noopener" className={buttonClass({ variant })}>
      <ExternalLink aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
      {t('done.view')}
    </a>
  );
}

/** Says when the drafts will be published and who planned it. */
export function PlannedBanner({ plan }: { plan: { at: number; by: string | null } }) {
  const { t } = useTranslation('publishing');
  const { role } = useAccount();
  const format = useFormat();
  const nameOf = useMemberNames();
  const mutate = useMutation();
  const cancel = () =>
    mutate(mutators.site.schedule({ at: null, now: Date.now() }), {
      done: t('planned.cancelled'),
      undo: () => mutators.site.schedule({ at: plan.at, now: Date.now() }),
    });
  const name = nameOf(plan.by);
  return (
    <Banner
      title={t('planned.title', { when: format.span({ start: plan.at }) })}
      action={
        can(role, 'site.publish') && (
          <Button size="small" writes onClick={() => void cancel()}>
            {t('planned.cancel')}
          </Button>
        )
      }
    >
      {name ? t('planned.textBy', { name }) : t('planned.text')}
    </Banner>
  );
}
