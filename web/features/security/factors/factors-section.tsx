import type { Factor } from '@supabase/supabase-js';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';
import { SecuritySection } from '../security-section.tsx';
import type { AuthAction } from '../use-second-step.ts';
import { EnrollFactor } from './enrol-factor.tsx';
import { FactorItem } from './factor-item.tsx';

interface FactorsSectionProps {
  /** Finished and unfinished ones. */
  factors: readonly Factor[];
  run: (act: AuthAction) => Promise<string | null>;
  /** The first device is set up: sessions without a code have ended. */
  onTurnedOn: () => void;
  /** A device came or went. */
  onChanged: () => void;
}

/** The second step of signing in: which devices give codes, one more, one less. */
export function FactorsSection({ factors, run, onTurnedOn, onChanged }: FactorsSectionProps) {
  const { t } = useTranslation('security');
  const [enrolling, setEnrolling] = useState(false);
  const verified = factors.filter(({ status }) => status === 'verified');
  const on = verified.length > 0;
  const done = () => {
    setEnrolling(false);
    onChanged();
    if (!on) onTurnedOn();
  };
  return (
    <SecuritySection title={t('factors.title')} intro={t('factors.intro')}>
      <p className="font-medium">{t(on ? 'factors.on' : 'factors.none')}</p>
      {on && (
        <ul className="-mt-3 flex flex-col divide-y divide-line border-b border-line">
          {verified.map((factor) => (
            <FactorItem
              key={factor.id}
              factor={factor}
              isLast={verified.length === 1}
              run={run}
              onRemoved={onChanged}
            />
          ))}
        </ul>
      )}
      {enrolling ? (
        <EnrollFactor factors={factors} run={run} onDone={done} onCancel={() => setEnrolling(false)} />
      ) : (
        <div>
          <Button onClick={() => setEnrolling(true)}>{t(on ? 'factors.another' : 'factors.setUp')}</Button>
        </div>
      )}
      <div className="flex flex-col gap-1">
        <h3 className="font-medium">{t('factors.lost')}</h3>
        <p className="measure text-soft">{t('factors.lostText')}</p>
      </div>
    </SecuritySection>
  );
}
