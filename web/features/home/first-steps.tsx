import { useQuery } from '@rocicorp/zero/react';
import { Check, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { FIRST_STEPS, type FirstStep, readDismissedSteps } from '#core/domain/studio/first-steps.ts';
import { readLogo } from '#core/domain/branding/logo.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { Progress } from '#web/components/ui/feedback/progress.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { paths } from '#web/lib/paths.ts';
import type { useTypeStates } from '#web/lib/sessions/use-type-states.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { HomeGallery } from './types.ts';

const written = z.object({ bio: z.string().min(1) });

const STEP_PATHS: Readonly<Record<FirstStep, string>> = {
  gallery: paths.newGallery,
  profile: paths.settings,
  logo: paths.branding,
  type: paths.sessionTypes,
  availability: paths.sessionTypes,
};

/** Returns the steps of a new studio; none where the role may not take them, or all are done or dismissed. */
export function useFirstSteps(
  galleries: readonly HomeGallery[],
  { types, isComplete: areTypesKnown }: ReturnType<typeof useTypeStates>,
) {
  const { role } = useAccount();
  const [settings, { type }] = useQuery(queries.accounts.settings());
  const valueOf = (wanted: string) => settings.find(({ key }) => key === wanted)?.value;
  const dismissed = readDismissedSteps(valueOf('firstSteps'));
  const isDone: Readonly<Record<FirstStep, boolean>> = {
    gallery: galleries.length > 0,
    profile: written.safeParse(valueOf('photographer')).success,
    logo: readLogo(valueOf('theme.logoUrl')) !== null,
    type: types.some(({ state }) => state.state !== 'archived'),
    availability: types.some(({ state }) => state.state === 'bookable'),
  };
  const steps = FIRST_STEPS.filter((key) => !dismissed.includes(key)).map((key) => ({ key, done: isDone[key] }));
  const isComplete = type === 'complete' && areTypesKnown;
  const isNew = can(role, 'account.update') && steps.some((step) => !step.done);
  return { steps: isNew && isComplete ? steps : [], isComplete };
}

interface FirstStepsProps extends Pick<ReturnType<typeof useFirstSteps>, 'steps'> {
  /** Opens a sample gallery; shown until there is a gallery. */
  sample: ReactNode;
}

/** Checklist of a new studio. Each step and the whole list can be dismissed. */
export function FirstSteps({ steps, sample }: FirstStepsProps) {
  const { t } = useTranslation('home');
  const id = useId();
  const mutate = useMutation();
  const done = steps.filter((step) => step.done).length;
  const shown = steps.map(({ key }) => key);
  const request = (kept: readonly FirstStep[]) =>
    mutators.settings.setFirstSteps({
      firstSteps: { dismissed: FIRST_STEPS.filter((key) => !kept.includes(key)) },
      now: Date.now(),
    });
  const keep = (kept: readonly FirstStep[], message: string) =>
    void mutate(request(kept), { done: message, undo: () => request(shown) });
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div className="-my-1 flex items-center justify-between gap-4">
        <h2 id={id} className="text-lead font-semibold">
          {t('steps.title')}
        </h2>
        <Button size="small" variant="quiet" writes onClick={() => keep([], t('steps.allDismissed'))} className="-mr-3">
          {t('steps.dismissAll')}
        </Button>
      </div>
      <Progress
        label={t('steps.title')}
        hideLabel
        value={done / steps.length}
        text={t('steps.progress', { done, total: steps.length })}
      />
      <ol className="flex flex-col divide-y divide-line border-y border-line">
        {steps.map((step) => (
          <li key={step.key} className="flex items-center">
            <Link
              to={STEP_PATHS[step.key]}
              className="flex min-h-control min-w-0 grow items-center gap-3 py-2 no-underline hover:bg-hover"
            >
              <span className="flex size-5 shrink-0 items-center justify-center rounded-full border border-edge">
                {step.done && <Check aria-hidden className="size-3.5 text-success" strokeWidth={2.5} />}
              </span>
              <span className={step.done ? 'text-soft' : undefined}>{t(`steps.${step.key}`)}</span>
              {step.done && <span className="sr-only">{`, ${t('steps.done')}`}</span>}
            </Link>
            {step.key === 'gallery' && !step.done && sample}
            <IconButton
              label={t('steps.dismiss', { step: t(`steps.${step.key}`) })}
              icon={<X aria-hidden className="size-4!" />}
              writes
              onClick={() =>
                keep(
                  shown.filter((key) => key !== step.key),
                  t('steps.dismissed'),
                )
              }
              className="text-soft"
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
