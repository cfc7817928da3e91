import { CircleCheck, Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Progress } from '#web/components/ui/feedback/progress.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { saveFile } from '#web/lib/browser/files.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { paths } from '#web/lib/paths.ts';
import { useStore } from '#web/lib/sync/store.tsx';
import { useBulkActions } from '../list/use-bulk-actions.ts';
import { importProgress, type ImportRun } from './import-run.ts';

interface ImportProgressProps {
  run: ImportRun;
  through: boolean;
  failed: boolean;
  onRetry: () => void;
  onForget: () => void;
}

/** Progress and result of an import. */
export function ImportProgress({ run, through, failed, onRetry, onForget }: ImportProgressProps) {
  const { t } = useTranslation(['customers', 'common']);
  const format = useFormat();
  const { writable } = useStore();
  const bulk = useBulkActions();
  const { done, total } = importProgress(run);
  const made = run.steps.slice(0, run.next).flatMap(({ create }) => create);
  const filled = done - made.length;
  const takeBack = async () => {
    if (await bulk.trash(made)) onForget();
  };
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      {!through && (
        <Progress
          label={t('import.running', { file: run.fileName })}
          value={total > 0 ? done / total : 1}
          text={t('import.progress', { done: format.number(done), total: format.number(total) })}
        />
      )}
      {!through && !writable && <Banner title={t('import.paused')}>{t('import.pausedText')}</Banner>}
      {failed && writable && (
        <Banner
          tone="danger"
          title={t('import.failed')}
          action={
            <Button size="small" onClick={onRetry}>
              {t('common:retry')}
            </Button>
          }
        >
          {t('import.failedText', { count: done })}
        </Banner>
      )}
      {through && (
        <div role="status" className="flex gap-3">
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" strokeWidth={1.5} />
          <div>
            <p className="text-lead font-semibold">{t('import.done', { count: made.length })}</p>
            {filled > 0 && <p>{t('import.filled', { count: filled })}</p>}
            {run.badCount > 0 && <p>{t('import.left', { count: run.badCount })}</p>}
          </div>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {through && (
          <Link to={paths.customers} onClick={onForget} className={buttonClass({ variant: 'primary' })}>
            {t('missing.act')}
          </Link>
        )}
        {run.badRows && (
          <Button
            icon={<Download />}
            onClick={() =>
              saveFile(new Blob([run.badRows], { type: 'text/csv;charset=utf-8' }), `${t('import.badFile')}.csv`)
            }
          >
            {t('import.badDownload', { count: run.badCount })}
          </Button>
        )}
        {(through || failed) && <Button onClick={onForget}>{t('import.again')}</Button>}
        {through && made.length > 0 && (
          <Button variant="quiet" disabled={!writable} onClick={() => void takeBack()}>
            {t('import.takeBack')}
          </Button>
        )}
      </div>
    </div>
  );
}
