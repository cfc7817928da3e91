import { CalendarOff, CalendarPlus, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { startOfDay } from '#core/domain/values/time.ts';
import { ListSelect } from '#web/components/layout/list-toolbar.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { Menu, type MenuGroup } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { CalendarFeedDialog } from '../feed/calendar-feed-dialog.tsx';
import { BlockedDaysCalendar } from '../rules/blocked-days-calendar.tsx';
import { useStudioRules } from '#web/lib/sessions/studio-rules.ts';
import { useBlockDays } from '../use-block-days.ts';
import type { MemberRow, SessionTypeRow } from '../types.ts';
import type { CalendarView } from './calendar-view.ts';

interface CalendarToolbarProps {
  view: CalendarView;
  types: readonly SessionTypeRow[];
  members: readonly MemberRow[];
  onChange: (changes: Partial<CalendarView>) => void;
}

/** Filters by photographer and session type. Shows a filter only if there are several values. */
export function CalendarToolbar({ view, types, members, onChange }: CalendarToolbarProps) {
  const { t } = useTranslation('scheduling');
  if (types.length === 0 && members.length < 2) return null;
  return (
    <div className="flex flex-wrap gap-2 pb-4 max-sm:*:flex-auto max-sm:[&_select]:field-sizing-content">
      {types.length > 0 && (
        <ListSelect
          className="sm:w-56"
          label={t('type.one')}
          value={view.typeId}
          options={[
            { value: null, label: t('calendar.anyType') },
            ...types.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(typeId) => onChange({ typeId })}
        />
      )}
      {members.length > 1 && (
        <ListSelect
          className="sm:w-56"
          label={t('type.photographer')}
          value={view.photographerId}
          options={[
            { value: null, label: t('calendar.anyPhotographer') },
            ...members.map(({ userId, name, email }) => ({ value: userId, label: name || email })),
          ]}
          onChange={(photographerId) => onChange({ photographerId })}
        />
      )}
    </div>
  );
}

interface CalendarMenuProps {
  view: CalendarView;
  onChange: (changes: Partial<CalendarView>) => void;
  /** Shown day, in a view of one day; null otherwise. */
  day: string | null;
  mayBlock: boolean;
}

/** Menu of further calendar options and day blocking. */
export function CalendarMenu({ view, onChange, day, mayBlock }: CalendarMenuProps) {
  const { t } = useTranslation(['scheduling', 'feed']);
  const { timeZone: zone } = useAccount();
  const format = useFormat();
  const { lockedDays } = useStudioRules();
  const block = useBlockDays();
  const [choosing, setChoosing] = useState(false);
  const [subscribing, setSubscribing] = useState(false);
  const groups: MenuGroup[] = [
    {
      label: t('calendar.show'),
      items: [
        {
          label: t('calendar.cancelled'),
          checked: view.withCancelled,
          onSelect: () => onChange({ withCancelled: !view.withCancelled }),
        },
        { label: t('calendar.free'), checked: view.withFree, onSelect: () => onChange({ withFree: !view.withFree }) },
      ],
    },
  ];
  if (mayBlock) {
    const isBlocked = day !== null && lockedDays.includes(day);
    const dayText = day && format.date(startOfDay(day, zone));
    const ofDay = day &&
      dayText && {
        label: t(isBlocked ? 'blocked.free' : 'blocked.block', { day: dayText }),
        icon: <CalendarOff />,
        onSelect: () => void block([day], !isBlocked),
      };
    groups.push({
      label: t('blocked.title'),
      items: [...(ofDay ? [ofDay] : []), { label: t('blocked.choose'), onSelect: () => setChoosing(true) }],
    });
  }
  groups.push({
    items: [{ label: t('feed:title'), icon: <CalendarPlus />, onSelect: () => setSubscribing(true) }],
  });
  return (
    <>
      <Menu
        trigger={
          <Button icon={<SlidersHorizontal />}>
            <span className="max-sm:sr-only">{t('calendar.options')}</span>
          </Button>
        }
        groups={groups}
      />
      <Dialog open={choosing} onOpenChange={setChoosing} title={t('blocked.title')} description={t('blocked.intro')}>
        <BlockedDaysCalendar />
      </Dialog>
      <CalendarFeedDialog open={subscribing} onOpenChange={setSubscribing} />
    </>
  );
}
