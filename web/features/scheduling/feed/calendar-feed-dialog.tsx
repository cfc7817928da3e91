import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { FeedContent } from './calendar-feed.tsx';

interface CalendarFeedDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** What the person's own calendar programs are given; asked of the server when it is opened. */
export function CalendarFeedDialog(props: CalendarFeedDialogProps) {
  const { t } = useTranslation('feed');
  return (
    <Dialog {...props} title={t('title')} description={t('intro')}>
      <FeedContent />
    </Dialog>
  );
}
