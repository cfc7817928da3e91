import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { localDate } from '#core/domain/time.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useStore } from '#web/lib/store.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { useBlockDays } from '../use-block-days.ts';
import { rangeDays } from './locked-ranges.ts';

/** Two years: a slip of the finger is not to block a century. */
const MOST_DAYS = 731;

/** Blocks a stretch of days at once. */
export function BlockRange() {
  const { t } = useTranslation('scheduling');
  const { timeZone: zone } = useAccount();
  const { writable } = useStore();
  const block = useBlockDays();
  const today = localDate(useNow(), zone);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [wrong, setWrong] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const last = to || from;
    const isRange = from !== '' && from <= last && last <= `${Number(from.slice(0, 4)) + 3}`;
    const days = isRange ? rangeDays({ from, to: last }) : [];
    const isGood = days.length > 0 && days.length <= MOST_DAYS;
    setWrong(!isGood);
    if (!isGood || !(await block(days, true))) return;
    setFrom('');
    setTo('');
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-2">
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
        <Field label={t('blocked.from')}>
          <TextInput type="date" min={today} value={from} onChange={({ target }) => setFrom(target.value)} />
        </Field>
        <Field label={t('blocked.to')}>
          <TextInput type="date" min={from || today} value={to} onChange={({ target }) => setTo(target.value)} />
        </Field>
        <Button type="submit" disabled={!writable}>
          {t('blocked.act')}
        </Button>
      </div>
      {wrong && (
        <p role="alert" className="text-caption text-danger">
          {t('blocked.wrong')}
        </p>
      )}
    </form>
  );
}
