import { useQuery } from '@rocicorp/zero/react';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { CreateLink, PageHeader } from '#web/components/layout/page-header.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';
import { ListRow } from '#web/components/ui/lists/list-row.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { sessionTypeHref } from '#web/lib/paths.ts';
import { usePlanLabels } from '../plans/plan-labels.ts';
import type { SessionTypeRow } from '../types.ts';
import { useTypeActions } from './use-type-actions.ts';

interface TypeItemProps {
  type: SessionTypeRow;
  /** Undefined if the user may not edit the type. */
  to: string | undefined;
}

function TypeItem({ type, to }: TypeItemProps) {
  const { t } = useTranslation(['scheduling', 'common']);
  const { summary } = usePlanLabels();
  const { archive, unarchive } = useTypeActions();
  const format = useFormat();
  const isArchived = type.archivedAt !== null;
  const cost = type.price && type.price.price > 0 && format.money(type.price.price);
  return (
    <ListRow
      title={type.name}
      detail={[format.duration(type.duration), cost, summary(type.plans)].filter(Boolean).join(' · ')}
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
              <IconButton label={t('common:moreFor', { name: type.name })} icon={<Ellipsis aria-hidden />} writes />
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

interface TypesPageProps {
  tabs: ReactNode;
}

/** Lists the studio's session types. */
export function TypesPage({ tabs }: TypesPageProps) {
  const { t } = useTranslation('scheduling');
  const { role } = useAccount();
  const [types, { type }] = useQuery(queries.sessionTypes.list());
  const [params, setParams] = useSearchParams();
  const isArchive = params.get('show') === 'archived';
  const archived = types.filter(({ archivedAt }) => archivedAt !== null);
  const shown = isArchive ? archived : types.filter(({ archivedAt }) => archivedAt === null);
  const mayWrite = can(role, 'scheduling.write');
  const create = mayWrite && <CreateLink to={sessionTypeHref('new')}>{t('type.new')}</CreateLink>;
  return (
    <>
      <PageHeader title={t('title')} tabs={tabs} actions={types.length > 0 && create} />
      <section aria-label={t('type.title')} className="flex flex-col gap-5">
        {(archived.length > 0 || isArchive) && (
          <div>
            <SegmentedControl
              label={t('type.which')}
              value={isArchive ? 'archived' : 'active'}
              onChange={(next) => setParams(next === 'archived' ? { show: 'archived' } : {}, { replace: true })}
              options={[
                { value: 'active', label: t('type.tabActive') },
                { value: 'archived', label: t('type.tabArchived') },
              ]}
            />
          </div>
        )}
        {shown.length > 0 ? (
          <ul className="max-w-3xl divide-y divide-line border-y border-line">
            {shown.map((row) => (
              <TypeItem key={row.id} type={row} to={mayWrite ? sessionTypeHref(row.id) : undefined} />
            ))}
          </ul>
        ) : type !== 'complete' ? (
          <LoadingPlaceholder className="h-40" />
        ) : isArchive || types.length > 0 ? (
          <p className="text-soft">{t(isArchive ? 'type.noneArchived' : 'type.noneActive')}</p>
        ) : (
          <EmptyState title={t('type.empty')} action={create}>
            {t('type.emptyText')}
          </EmptyState>
        )}
      </section>
    </>
  );
}
