import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TypeState } from '#core/domain/sessions/type-state.ts';
import { can } from '#core/domain/studio/roles.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Tag, type Tone } from '#web/components/ui/feedback/tag.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useBookingSwitch } from '#web/lib/sessions/use-booking-switch.ts';
import { PlanDialog } from '../plans/plan-dialog.tsx';
import { usePlanActions } from '../plans/use-plan-actions.ts';
import type { SessionTypeRow } from '../types.ts';
import { useTypeActions } from './use-type-actions.ts';

const TONES: Readonly<Record<TypeState['state'], Tone>> = {
  archived: 'neutral',
  closed: 'neutral',
  noTimes: 'warning',
  bookable: 'success',
};

/** Key of a state's texts. */
function keyOf(state: TypeState) {
  return 'why' in state ? state.why : state.state;
}

/** The state of a session type in a word or two. */
export function TypeStateTag({ state }: { state: TypeState }) {
  const { t } = useTranslation('scheduling');
  return <Tag tone={TONES[state.state]}>{t(`state.${keyOf(state)}`)}</Tag>;
}

interface TypeStateProps {
  type: SessionTypeRow;
  state: TypeState;
}

/** Says why clients cannot book a session type, with the button that changes it. Nothing while they can. */
export function TypeStateBanner({ type, state }: TypeStateProps) {
  const { t } = useTranslation('scheduling');
  if (state.state === 'bookable') return null;
  return (
    <Banner
      tone={state.state === 'noTimes' && state.why !== 'full' ? 'warning' : 'info'}
      action={<ChangeState type={type} state={state} />}
    >
      {t(`state.${keyOf(state) as Exclude<ReturnType<typeof keyOf>, 'bookable'>}Text`)}
    </Banner>
  );
}

function ChangeState({ type, state }: TypeStateProps) {
  const { t } = useTranslation('scheduling');
  const { role } = useAccount();
  const { unarchive, offer } = useTypeActions();
  const { setActive } = usePlanActions();
  const setOpen = useBookingSwitch();
  const [isAdding, setAdding] = useState(false);
  const button = (label: string, act: () => void) => (
    <Button size="small" writes onClick={act}>
      {label}
    </Button>
  );
  if (state.state === 'archived') return button(t('type.unarchive'), () => void unarchive(type));
  if (state.state === 'bookable') return null;
  if (state.why === 'notOffered') return button(t('state.offer'), () => void offer(type));
  if (state.why === 'bookingOff') {
    return can(role, 'account.update') ? button(t('state.turnOn'), () => setOpen(true)) : null;
  }
  const [only] = type.plans;
  if (state.why === 'scheduleOff' && only && type.plans.length === 1) {
    return button(t('state.turnOnSchedule'), () => void setActive(only, true));
  }
  return (
    <>
      <Button size="small" icon={<Plus />} writes onClick={() => setAdding(true)}>
        {t('plan.new')}
      </Button>
      {isAdding && <PlanDialog type={type} plan={null} onClose={() => setAdding(false)} />}
    </>
  );
}

/** Says that the studio's booking is off though types are offered, with the button that opens it. */
export function BookingOffBanner({ states }: { states: readonly TypeState[] }) {
  const { t } = useTranslation('scheduling');
  const { role } = useAccount();
  const setOpen = useBookingSwitch();
  const waiting = states.filter((state) => state.state === 'closed' && state.why === 'bookingOff').length;
  if (waiting === 0) return null;
  return (
    <Banner
      tone="warning"
      title={t('state.offTitle')}
      action={
        can(role, 'account.update') && (
          <Button size="small" writes onClick={() => setOpen(true)}>
            {t('state.turnOn')}
          </Button>
        )
      }
    >
      {t('state.offText', { count: waiting })}
    </Banner>
  );
}
