import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { TypeState } from '#core/domain/sessions/type-state.ts';
import { can } from '#core/domain/studio/roles.ts';
import { CatalogPage, CatalogRow, CatalogRows } from '#web/components/layout/catalog-page.tsx';
import { CreateLink } from '#web/components/layout/page-header.tsx';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { sessionTypeHref } from '#web/lib/paths.ts';
import { useTypeStates } from '#web/lib/sessions/use-type-states.ts';
import { usePlanLabels } from '../plans/plan-labels.ts';
import type { SessionTypeRow } from '../types.ts';
import { BookingOffBanner, TypeStateTag } from './type-state.tsx';
import { useTypeActions } from './use-type-actions.ts';

interface TypeItemProps {
  type: SessionTypeRow;
  /** Undefined until it is known. */
  state: TypeState | undefined;
  /** Undefined if the user may not edit the type. */
  to: string | undefined;
}

function TypeItem({ type, state, to }: TypeItemProps) {
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
      trailing={state && !isArchived && <TypeStateTag state={state} />}
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
  const { types: all, isListed, isComplete } = useTypeStates();
  const [params, setParams] = useSearchParams();
  const isArchive = params.get('show') === 'archived';
  const archived = all.filter(({ type }) => type.archivedAt !== null);
  const shown = isArchive ? archived : all.filter(({ type }) => type.archivedAt === null);
  const mayWrite = can(role, 'scheduling.write');
  return (
    <CatalogPage
      title={t('title')}
      tabs={tabs}
      label={t('type.title')}
      create={mayWrite && <CreateLink to={sessionTypeHref('new')}>{t('type.new')}</CreateLink>}
      empty={{ title: t('type.empty'), text: t('type.emptyText') }}
      isEmpty={all.length === 0}
      isComplete={isListed}
    >
      {!isArchive && isComplete && <BookingOffBanner states={all.map(({ state }) => state)} />}
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
          {shown.map(({ type, state }) => (
            <TypeItem
              key={type.id}
              type={type}
              state={isComplete ? state : undefined}
              to={mayWrite ? sessionTypeHref(type.id) : undefined}
            />
          ))}
        </CatalogRows>
      ) : (
        isListed && <p className="text-soft">{t(isArchive ? 'type.noneArchived' : 'type.noneActive')}</p>
      )}
    </CatalogPage>
  );
}
