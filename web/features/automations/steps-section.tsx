import { useQuery } from '@rocicorp/zero/react';
import { Copy, Ellipsis, Pause, Play, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { suggestSteps } from '#core/domain/sessions/automation-suggestions.ts';
import { MAX_STEPS, type StepFields } from '#core/domain/sessions/automations.ts';
import { queries } from '#core/zero/queries.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { StepDialog } from './step-dialog.tsx';
import { StepItem } from './step-item.tsx';
import { useStepLabels } from './step-labels.ts';
import type { StepRow } from './types.ts';
import { toStepFields, useStepActions } from './use-step-actions.ts';

/** Automations of a session type: its steps, in the studio's order. */
export function StepsSection({ sessionTypeId }: { sessionTypeId: string }) {
  const { t } = useTranslation('automations');
  const id = useId();
  const { language } = useAccount();
  const { whatOf, quietHours } = useStepLabels();
  const [steps, { type: answer }] = useQuery(queries.automations.ofType({ sessionTypeId }));
  const [types] = useQuery(queries.sessionTypes.list());
  const actions = useStepActions(sessionTypeId);
  const [edited, setEdited] = useState<StepRow | 'new' | null>(null);
  const [isCopying, setCopying] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const isPaused = types.find((type) => type.id === sessionTypeId)?.automationsPaused === true;
  const isFull = steps.length >= MAX_STEPS;
  const others = types.filter((type) => type.id !== sessionTypeId);

  const move = (step: StepRow, by: -1 | 1) => {
    const from = steps.findIndex((one) => one.id === step.id);
    const next = steps.toSpliced(from, 1).toSpliced(from + by, 0, step);
    void actions.reorder(next.map((one) => one.id));
    setAnnouncement(t('step.moved', { name: whatOf(step), place: from + by + 1, total: steps.length }));
  };
  const add = (
    <Button icon={<Plus />} writes disabled={isFull} onClick={() => setEdited('new')}>
      {t('add')}
    </Button>
  );
  const copy = {
    label: t('copy'),
    icon: <Copy />,
    writes: true,
    disabled: isFull || others.length === 0,
    onSelect: () => setCopying(true),
  };
  const pause = {
    label: t(isPaused ? 'resume' : 'pause'),
    icon: isPaused ? <Play /> : <Pause />,
    writes: true,
    onSelect: () => void actions.setPaused(!isPaused),
  };
  if (answer !== 'complete' && steps.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-b border-line pb-3">
        <div>
          <h2 id={id} className="text-lead font-semibold">
            {t('title')}
          </h2>
          <p className="measure text-soft">{t('intro')}</p>
        </div>
        <div className="flex gap-2">
          {steps.length > 0 && add}
          <Menu
            trigger={<IconButton label={t('more')} icon={<Ellipsis aria-hidden />} />}
            groups={[{ items: [copy, pause] }]}
          />
        </div>
      </div>
      {isPaused && (
        <Banner
          tone="warning"
          title={t('paused')}
          action={
            <Button size="small" writes onClick={() => void actions.setPaused(false)}>
              {t('resume')}
            </Button>
          }
        >
          {t('pausedText')}
        </Banner>
      )}
      {steps.length > 0 ? (
        <>
          <ol className="-mt-4 divide-y divide-line border-b border-line">
            {steps.map((step, index) => (
              <StepItem
                key={step.id}
                step={step}
                isFirst={index === 0}
                isLast={index === steps.length - 1}
                onEdit={() => setEdited(step)}
                onRemove={() => void actions.remove(step)}
                onMove={(by) => move(step, by)}
              />
            ))}
          </ol>
          <div className="measure flex flex-col gap-2 text-caption text-soft">
            {isFull && <p>{t('copyMany', { max: MAX_STEPS })}</p>}
            <p>
              {t('rule')} {t('quiet', quietHours)}
            </p>
            <p>{t('reminder')}</p>
          </div>
        </>
      ) : (
        <EmptyState
          title={<h3 className="text-lead font-semibold">{t('empty')}</h3>}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <Button variant="primary" writes onClick={() => void actions.addMany(suggestSteps(language))}>
                {t('suggest')}
              </Button>
              {add}
            </div>
          }
        >
          {t('emptyText')} {t('reminder')}
        </EmptyState>
      )}
      <output className="sr-only">{announcement}</output>
      {edited && (
        <StepDialog
          sessionTypeId={sessionTypeId}
          steps={steps}
          step={edited === 'new' ? null : (steps.find((one) => one.id === edited.id) ?? edited)}
          onClose={() => setEdited(null)}
        />
      )}
      {isCopying && (
        <CopyStepsDialog
          types={others}
          space={MAX_STEPS - steps.length}
          onCopy={actions.addMany}
          onClose={() => setCopying(false)}
        />
      )}
    </section>
  );
}

interface CopyStepsDialogProps {
  /** At least one. */
  types: readonly { id: string; name: string }[];
  /** How many more steps fit. */
  space: number;
  onCopy: (steps: readonly StepFields[]) => Promise<boolean>;
  onClose: () => void;
}

/** Copies the steps of another session type to the end of the list. */
function CopyStepsDialog({ types, space, onCopy, onClose }: CopyStepsDialogProps) {
  const { t } = useTranslation('automations');
  const { whenOf, whatOf } = useStepLabels();
  const [from, setFrom] = useState(types[0]!.id);
  const [steps, { type: answer }] = useQuery(queries.automations.ofType({ sessionTypeId: from }));
  const isTooMuch = steps.length > space;
  const copy = async () => {
    const fields = steps.flatMap((step) => toStepFields(step) ?? []);
    if (fields.length > 0 && (await onCopy(fields))) onClose();
  };
  return (
    <FormDialog
      title={t('copy')}
      description={t('copyText')}
      submitLabel={t('copyDo')}
      button={{ writes: true, disabled: steps.length === 0 || isTooMuch }}
      onSubmit={copy}
      onClose={onClose}
    >
      <Field label={t('copyFrom')} error={isTooMuch ? t('copyMany', { max: MAX_STEPS }) : undefined}>
        <Select
          value={from}
          onChange={({ target }) => setFrom(target.value)}
          options={types.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      {steps.length > 0 ? (
        <ul className="divide-y divide-line border-y border-line">
          {steps.map((step) => (
            <li key={step.id} className="py-2">
              <p data-figures className="text-caption text-soft">
                {whenOf(step)}
              </p>
              <p className="wrap-anywhere">{whatOf(step)}</p>
            </li>
          ))}
        </ul>
      ) : (
        answer === 'complete' && <p className="text-soft">{t('copyNone')}</p>
      )}
    </FormDialog>
  );
}
