import type { Factor } from '@supabase/auth-js';
import { Smartphone, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { authErrorCode } from '#web/lib/auth/auth-failure.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { deviceTimeZone } from '#web/lib/format/device.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { EnrollFactor } from './enroll-factor.tsx';
import { type AuthAction, useAuthErrorText } from './security-errors.ts';

interface FactorItemProps {
  factor: Factor;
  /** True for the only device: after its removal the password alone signs in. */
  isLast: boolean;
  run: (action: AuthAction) => Promise<string | null>;
  onRemoved: () => void;
}

/** A device that generates codes. Asks before removing it, because its key is then lost. */
function FactorItem({ factor, isLast, run, onRemoved }: FactorItemProps) {
  const { t } = useTranslation('security');
  const format = useFormat({ zone: deviceTimeZone() });
  const { client } = useAuth();
  const toast = useToast();
  const problem = useAuthErrorText();
  const [asking, setAsking] = useState(false);
  const name = factor.friendly_name || t('factors.unnamed');
  const remove = async () => {
    setAsking(false);
    const failure = await run(async () => {
      const { error } = await client.mfa.unenroll({ factorId: factor.id });
      return error && authErrorCode(error);
    });
    if (failure) return toast({ title: problem(failure), tone: 'danger' });
    toast({ title: t('factors.removed', { name }) });
    onRemoved();
    // Until the refresh, the token claims a second factor that the session no longer has.
    await client.refreshSession();
  };
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <Smartphone aria-hidden className="size-5 shrink-0 text-soft" strokeWidth={1.5} />
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{name}</p>
        <p className="text-caption text-soft">
          {t('factors.added', { date: format.day(Date.parse(factor.created_at)) })}
        </p>
      </div>
      <IconButton label={t('factors.remove', { name })} icon={<Trash2 aria-hidden />} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('factors.ask.title', { name })}
        description={t(isLast ? 'factors.ask.last' : 'factors.ask.text')}
        confirmLabel={t('factors.ask.act')}
        onConfirm={() => void remove()}
      />
    </li>
  );
}

interface FactorsSectionProps {
  /** Verified and unverified devices. */
  factors: readonly Factor[];
  run: (action: AuthAction) => Promise<string | null>;
  /** Called once the first device is set up: the server has ended sessions without a code. */
  onTurnedOn: () => void;
  /** Called after a device was added or removed. */
  onChanged: () => void;
}

/** Lists the devices of the second sign-in step; adds and removes them. */
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
    <IntroSection title={t('factors.title')} intro={t('factors.intro')}>
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
    </IntroSection>
  );
}
