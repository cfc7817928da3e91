import { Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { ListRow } from '#web/components/ui/list-row.tsx';
import { Menu } from '#web/components/ui/menu.tsx';
import { Tag } from '#web/components/ui/tag.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { useStore } from '#web/lib/store.tsx';
import { durationText } from '../length-text.ts';
import { usePlanLabels } from '../plans/use-plan-words.ts';
import type { SessionTypeRow } from '../scheduling-rows.ts';
import { useTypeActions } from './use-type-acts.ts';

interface TypeItemProps {
  type: SessionTypeRow;
  /** Without it the type is only to be looked at. */
  to: string | undefined;
}

export function TypeItem({ type, to }: TypeItemProps) {
  const { t } = useTranslation(['scheduling', 'common']);
  const { currency } = useAccount();
  const { writable } = useStore();
  const { summary } = usePlanLabels();
  const { archive, unarchive } = useTypeActions();
  const language = currentLanguage();
  const isArchived = type.archivedAt !== null;
  const cost = type.price && type.price.price > 0 && formatMoney(type.price.price, currency, language);
  return (
    <ListRow
      title={type.name}
      detail={[durationText(type.duration, language), cost, summary(type.plans)].filter(Boolean).join(' · ')}
      {...(to && { to })}
      leading={
        <span
          aria-hidden
          className="h-9 w-2 shrink-0 rounded-full border border-edge"
          style={{ backgroundColor: type.color }}
        />
      }
      trailing={type.isBookable && !isArchived && <Tag tone="success">{t('type.onlineShort')}</Tag>}
      actions={
        to && (
          <Menu
            trigger={
              <IconButton
                label={t('common:moreFor', { name: type.name })}
                icon={<Ellipsis aria-hidden />}
                disabled={!writable}
              />
            }
            groups={[
              {
                items: [
                  isArchived
                    ? { label: t('type.unarchive'), onSelect: () => void unarchive(type) }
                    : { label: t('type.archive'), onSelect: () => void archive(type) },
                ],
              },
            ]}
          />
        )
      }
    />
  );
}
