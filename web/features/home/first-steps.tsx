import { useQuery } from '@rocicorp/zero/react';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { can } from '#core/domain/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { Progress } from '#web/components/ui/feedback/progress.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { paths } from '#web/lib/paths.ts';
import type { HomeGallery } from './types.ts';

const written = z.object({ bio: z.string().min(1) });

/** Returns the steps of a new studio; none where the role may not take them, or all are done. */
export function useFirstSteps(galleries: readonly HomeGallery[]) {
  const { role } = useAccount();
  const [settings, { type }] = useQuery(queries.accounts.settings());
  const [types, { type: typesAnswer }] = useQuery(queries.sessionTypes.list());
  const profile = settings.find(({ key }) => key === 'photographer');
  const steps = [
    { key: 'profile', to: paths.settings, done: written.safeParse(profile?.value).success },
    { key: 'type', to: paths.sessionTypes, done: types.length > 0 },
    { key: 'availability', to: paths.sessionTypes, done: types.some(({ plans }) => plans.length > 0) },
    { key: 'gallery', to: paths.newGallery, done: galleries.length > 0 },
  ] as const;
  const isComplete = type === 'complete' && typesAnswer === 'complete';
  const isNew = can(role, 'account.update') && steps.some((step) => !step.done);
  return { steps: isNew && isComplete ? steps : [], isComplete };
}

/** Checklist of a new studio. */
export function FirstSteps({ steps }: Pick<ReturnType<typeof useFirstSteps>, 'steps'>) {
  const { t } = useTranslation('home');
  const id = useId();
  const done = steps.filter((step) => step.done).length;
  return (
    <section aria-labelledby={id} className="flex max-w-2xl flex-col gap-4">
      <h2 id={id} className="text-lead font-semibold">
        {t('steps.title')}
      </h2>
      <Progress
        label={t('steps.title')}
        hideLabel
        value={done / steps.length}
        text={t('steps.progress', { done, total: steps.length })}
      />
      <ol className="flex flex-col divide-y divide-line border-y border-line">
        {steps.map((step) => (
          <li key={step.key}>
            <Link to={step.to} className="flex min-h-control items-center gap-3 py-2 no-underline hover:bg-hover">
              <span className="flex size-5 items-center justify-center rounded-full border border-edge">
                {step.done && <Check aria-hidden className="size-3.5 text-success" strokeWidth={2.5} />}
              </span>
              <span className={step.done ? 'text-soft' : undefined}>{t(`steps.${step.key}`)}</span>
              {step.done && <span className="sr-only">{`, ${t('steps.done')}`}</span>}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
