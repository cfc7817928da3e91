import { Mail, Phone } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { telHref } from '#core/domain/tel-href.ts';
import type { RowSwipe } from '#web/components/ui/swipe-acts.tsx';
import type { ListItem } from './list-view.ts';

/** How a client is reached, without opening their page. */
export function useSwipeActions(): (item: ListItem) => RowSwipe {
  const { t } = useTranslation('customers');
  return useCallback(
    ({ customer: { name, email, phone } }) => ({
      label: name,
      actions: [
        ...(phone ? [{ label: t('swipe.call'), icon: <Phone aria-hidden />, href: telHref(phone) }] : []),
        ...(email ? [{ label: t('swipe.mail'), icon: <Mail aria-hidden />, href: `mailto:${email}` }] : []),
      ],
    }),
    [t],
  );
}
