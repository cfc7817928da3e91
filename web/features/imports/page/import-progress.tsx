import { CircleCheck, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { MAX_BULK_CUSTOMERS } from '#core/domain/clients/customers.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Progress } from '#web/components/ui/feedback/progress.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { saveFile } from '#web/lib/browser/files.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { type Request, useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';
import type { ImportKind } from './import-kind.ts';
import { importProgress, type ImportRun, type ImportStep, type KindName } from './import-run.ts';

interface ImportProgressProps {
  kind: ImportKind;
  run: ImportRun;
  through: boolean;
  failed: boolean;
  onRetry: () => void;
  onForget: () => void;
}

/** Progress and result of an import. */
export function ImportProgress({ kind, run, through, failed, onRetry, onForget }: ImportProgressProps) {
  const { t } = useTranslation(['import', 'common']);
  const format = useFormat();
  const writable = useWritable();
  const { undo, undoing } = useUndoImport();
  const { done, total } = importProgress(run);
  const steps = run.steps.slice(0, run.next);
  const madeBy = (of: KindName) =>
    steps.flatMap((step) => ((step.of ?? 'customers') === of ? step.create.map(({ id }) => id) : [])).length;
  const made = madeBy(kind.name);
  const clients = kind.name === 'customers' ? 0 : madeBy('customers');
  const filled = done - made - clients;
  return (
    <div className="column flex flex-col gap-6">
      {!through && (
        <Progress
          label={t('running', { file: run.fileName })}
          value={total > 0 ? done / total : 1}
          text={t('progress', { done: format.number(done), total: format.number(total) })}
        />
      )}
      {!through && !writable && <Banner title={t('paused')}>{t('pausedText')}</Banner>}
      {failed && writable && (
        <Banner
          tone="danger"
          title={t('failed')}
          action={
            <Button size="small" onClick={onRetry}>
              {t('common:retry')}
            </Button>
          }
        >
          {t('failedText', { count: done })}
        </Banner>
      )}
      {through && (
        <div role="status" className="flex gap-3">
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" strokeWidth={1.5} />
          <div>
            <p className="text-lead font-semibold">{t(`${kind.name}.done`, { count: made })}</p>
            {clients > 0 && <p>{t('customers.done', { count: clients })}</p>}
            {filled > 0 && <p>{t('filled', { count: filled })}</p>}
            {run.badCount > 0 && <p>{t('left', { count: run.badCount })}</p>}
          </div>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {through && (
          <Link to={kind.list.to} onClick={onForget} className={buttonClass({ variant: 'primary' })}>
            {t(`${kind.name}.open`)}
          </Link>
        )}
        {run.badRows && (
          <Button
            icon={<Download />}
            onClick={() => saveFile(new Blob([run.badRows], { type: 'text/csv;charset=utf-8' }), `${t('badFile')}.csv`)}
          >
            {t('badDownload', { count: run.badCount })}
          </Button>
        )}
        {(through || failed) && <Button onClick={onForget}>{t('again')}</Button>}
        {through && made + clients > 0 && (
          <Button
            variant="quiet"
            writes
            loading={undoing}
            onClick={() => void undo(steps).then((isDone) => isDone && onForget())}
          >
            {t('takeBack')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Moves everything that an import created to the trash, its clients last. */
function useUndoImport() {
  const { t } = useTranslation('import');
  const mutate = useMutation();
  const toast = useToast();
  const [undoing, setUndoing] = useState(false);
  const all = async (requests: readonly Request[]) => {
    for (const request of requests) if (!(await mutate(request))) return false;
    return true;
  };
  return {
    undoing,
    undo: async (steps: readonly ImportStep[]): Promise<boolean> => {
      setUndoing(true);
      const done = await all(requestsOf(steps, 'trash'));
      setUndoing(false);
      const count = steps.reduce((sum, { create }) => sum + create.length, 0);
      if (done)
        toast({ title: t('undone', { count }), onUndo: () => void all(requestsOf(steps, 'restore').toReversed()) });
      return done;
    },
  };
}

function requestsOf(steps: readonly ImportStep[], act: 'trash' | 'restore'): Request[] {
  const now = Date.now();
  const clients = steps.flatMap((step) => (step.of ? [] : step.create.map(({ id }) => id)));
  const chunks = Array.from({ length: Math.ceil(clients.length / MAX_BULK_CUSTOMERS) }, (_, at) =>
    clients.slice(at * MAX_BULK_CUSTOMERS, (at + 1) * MAX_BULK_CUSTOMERS),
  );
  return [
    ...steps.flatMap(({ of, create }) => (of ? create.map(({ id }) => mutators[of][act]({ id, now })) : [])),
    ...chunks.map((ids) => mutators.customers[act]({ ids, now })),
  ];
}
