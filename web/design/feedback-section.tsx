import { useTranslation } from 'react-i18next';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Progress, ProgressRow } from '#web/components/ui/feedback/progress.tsx';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { Spinner } from '#web/components/ui/feedback/spinner.tsx';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';

const nothing = () => {};

export function FeedbackSection() {
  const { t } = useTranslation(['design', 'common']);
  const toast = useToast();
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        <Tag>{t('feedback.draft')}</Tag>
        <Tag tone="success">{t('feedback.published')}</Tag>
        <Tag tone="accent">{t('feedback.hidden')}</Tag>
        <Tag tone="warning">{t('feedback.expiring')}</Tag>
        <Tag tone="danger">{t('feedback.failed')}</Tag>
      </div>
      <Banner title={t('feedback.offlineTitle')} action={<Button size="small">{t('feedback.reconnect')}</Button>}>
        {t('feedback.offline')}
      </Banner>
      <Banner tone="success" onDismiss={nothing}>
        {t('feedback.saved')}
      </Banner>
      <Banner tone="warning">{t('feedback.storage')}</Banner>
      <Banner tone="danger">{t('feedback.refused')}</Banner>
      <Progress label={t('feedback.uploading')} value={0.65} text={t('feedback.uploadingText')} />
      <Progress label={t('feedback.preparing')} value={null} />
      <ul className="divide-y divide-line">
        <ProgressRow name="DSC_0412.jpg" state="done" detail="12.4 MB" />
        <ProgressRow name="DSC_0413.jpg" state="active" value={0.4} detail="40 %" onCancel={nothing} />
        <ProgressRow
          name="DSC_0414.jpg"
          state="failed"
          detail={t('feedback.damaged')}
          onRetry={nothing}
          onCancel={nothing}
        />
        <ProgressRow name="DSC_0415.jpg" state="waiting" detail={t('feedback.waiting')} onCancel={nothing} />
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => toast({ title: t('feedback.toast'), onUndo: nothing })}>
          {t('feedback.showToast')}
        </Button>
        <Button onClick={() => toast({ title: t('feedback.toastFailed'), tone: 'danger' })}>
          {t('feedback.showFailure')}
        </Button>
      </div>
      <div className="flex items-center gap-8">
        <Spinner text={t('common:loading')} />
        <div className="flex min-w-0 grow flex-col gap-2">
          <Skeleton className="h-5 w-40 max-w-full" />
          <Skeleton className="h-4 w-64 max-w-full" />
        </div>
      </div>
      <EmptyState
        title={t('feedback.emptyTitle')}
        action={<Button variant="primary">{t('feedback.emptyAction')}</Button>}
      >
        {t('feedback.empty')}
      </EmptyState>
    </div>
  );
}

const papers = ['bg-paper', 'bg-raised', 'bg-sunken', 'bg-accent-tint', 'bg-accent', 'bg-ink'];

export function TypeSection() {
  const { t } = useTranslation('design');
  return (
    <div className="flex flex-col gap-4">
      <p className="text-display">{t('type.display')}</p>
      <p className="text-title">{t('type.title')}</p>
      <p className="text-lead font-semibold">{t('type.lead')}</p>
      <p className="measure">{t('type.text')}</p>
      <p className="text-caption text-soft">{t('type.caption')}</p>
      <div aria-hidden className="flex flex-wrap gap-3">
        {papers.map((paper) => (
          <span key={paper} className={`size-12 rounded-print border border-line ${paper}`} />
        ))}
      </div>
    </div>
  );
}
