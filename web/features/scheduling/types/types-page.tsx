import { useQuery } from '@rocicorp/zero/react';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { can } from '#core/domain/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { SegmentedControl } from '#web/components/ui/segmented-control.tsx';
import { LoadingPlaceholder } from '#web/components/layout/arriving.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { TypeItem } from './type-item.tsx';

interface TypesPageProps {
  tabs: ReactNode;
  /** `new` for one that is to be made. */
  sessionTypeHref: (sessionTypeId: string) => string;
}

/** What the studio offers. */
export function TypesPage({ tabs, sessionTypeHref }: TypesPageProps) {
  const { t } = useTranslation('scheduling');
  const { role } = useAccount();
  const [types, { type }] = useQuery(queries.sessionTypes.list());
  const [params, setParams] = useSearchParams();
  const isArchive = params.get('show') === 'archived';
  const archived = types.filter(({ archivedAt }) => archivedAt !== null);
  const shown = isArchive ? archived : types.filter(({ archivedAt }) => archivedAt === null);
  const mayWrite = can(role, 'scheduling.write');
  const create = mayWrite && (
    <Link to={sessionTypeHref('new')} className={buttonClass({ variant: 'primary' })}>
      <Plus aria-hidden className="size-4" />
      {t('type.new')}
    </Link>
  );
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
