import { CalendarOff, CalendarPlus, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { startOfDay } from '#core/domain/time.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Menu, type MenuGroup } from '#web/components/ui/menu.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { formatDate } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { BlockedDaysCalendar } from '../booking/locked-days-calendar.tsx';
import { CalendarFeedDialog } from '../feed/calendar-feed-dialog.tsx';
import { useBlockDays } from '../use-block-days.ts';
import { useStudioRules } from '../use-studio-rules.ts';
import type { CalendarView } from './calendar-view.ts';

interface CalendarMenuProps {
  view: CalendarView;
  onChange: (changes: Partial<CalendarView>) => void;
  /** The day that is shown, where it is only one. */
  day: string | null;
  mayBlock: boolean;
}

/** What else the calendar shows, and days off. */
export function CalendarMenu({ view, onChange, day, mayBlock }: CalendarMenuProps) {
  const { t } = useTranslation(['scheduling', 'feed']);
  const { timeZone: zone } = useAccount();
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
    const dayText = day && formatDate(startOfDay(day, zone), currentLanguage(), zone);
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
