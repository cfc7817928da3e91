import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

/** Returns a function that opens or closes the studio's online booking, with Undo; for `account.update`. */
export function useBookingSwitch(): (isOpen: boolean) => void {
  const { t } = useTranslation('scheduling');
  const mutate = useMutation();
  const set = (isOpen: boolean) => mutators.settings.setBooking({ rules: { isOpen }, now: Date.now() });
  return (isOpen) =>
    void mutate(set(isOpen), { done: t(isOpen ? 'booking.opened' : 'booking.closed'), undo: () => set(!isOpen) });
}
