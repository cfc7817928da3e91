import { useQuery } from '@rocicorp/zero/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { CatalogPage, CatalogRow, CatalogRows } from '#web/components/layout/catalog-page.tsx';
import { CreateLink } from '#web/components/layout/page-header.tsx';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';
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
  const { t } = useTranslation('scheduling');
  const { summary } = usePlanLabels();
  const { archive, unarchive } = useTypeActions();
  const format = useFormat();
  const isArchived = type.archivedAt !== null;
  const cost = type.price && type.price.price > 0 && format.money(type.price.price);
  return (
    <CatalogRow
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
      menu={
        to === undefined
          ? undefined
          : [
              isArchived
                ? { label: t('type.unarchive'), onSelect: () => void unarchive(type) }
                : { label: t('type.archive'), onSelect: () => void archive(type) },
            ]
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
  return (
    <CatalogPage
      title={t('title')}
      tabs={tabs}
      label={t('type.title')}
      create={mayWrite && <CreateLink to={sessionTypeHref('new')}>{t('type.new')}</CreateLink>}
      empty={{ title: t('type.empty'), text: t('type.emptyText') }}
      isEmpty={types.length === 0}
      isComplete={type === 'complete'}
      className="max-w-3xl"
    >
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
        <CatalogRows>
          {shown.map((row) => (
            <TypeItem key={row.id} type={row} to={mayWrite ? sessionTypeHref(row.id) : undefined} />
          ))}
        </CatalogRows>
      ) : (
        type === 'complete' && <p className="text-soft">{t(isArchive ? 'type.noneArchived' : 'type.noneActive')}</p>
      )}
    </CatalogPage>
  );
}
