import { useQuery } from '@rocicorp/zero/react';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { PRODUCT_KINDS, productTextIn } from '#core/domain/payments/products.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { CatalogPage, CatalogRow, CatalogRows } from '#web/components/layout/catalog-page.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { ProductDialog } from './product-dialog.tsx';
import type { ProductRow } from './types.ts';

/** The price list: packages, services and options, which are added to a session's payments. */
export function ProductsPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation(['products', 'scheduling']);
  const { role } = useAccount();
  const [products, { type }] = useQuery(queries.products.list());
  const [edited, setEdited] = useState<ProductRow | 'new' | null>(null);
  const [params, setParams] = useSearchParams();
  const isArchive = params.get('show') === 'archived';
  const hasArchived = products.some(({ archivedAt }) => archivedAt !== null);
  const shown = products.filter(({ archivedAt }) => (archivedAt !== null) === isArchive);
  const mayWrite = can(role, 'money.write');
  const asStored = (product: ProductRow) => products.find(({ id }) => id === product.id) ?? product;
  return (
    <>
      <CatalogPage
        title={t('scheduling:title')}
        tabs={tabs}
        label={t('title')}
        intro={t('intro')}
        create={
          mayWrite && (
            <Button variant="primary" icon={<Plus />} writes onClick={() => setEdited('new')}>
              {t('new')}
            </Button>
          )
        }
        empty={{ title: t('empty'), text: t('emptyText') }}
        isEmpty={products.length === 0}
        isComplete={type === 'complete'}
      >
        {(hasArchived || isArchive) && (
          <SegmentedControl
            label={t('show')}
            value={isArchive ? 'archived' : 'current'}
            onChange={(show) => setParams(show === 'archived' ? { show } : {}, { replace: true })}
            options={[
              { value: 'current', label: t('current') },
              { value: 'archived', label: t('archived') },
            ]}
          />
        )}
        {PRODUCT_KINDS.map((kind) => {
          const rows = shown.filter((product) => product.kind === kind);
          if (rows.length === 0) return null;
          return (
            <section key={kind} aria-label={t(`kinds.${kind}`, { count: 2 })} className="flex flex-col gap-2">
              <h2 className="text-lead font-semibold">{t(`kinds.${kind}`, { count: 2 })}</h2>
              <CatalogRows>
                {rows.map((product) => (
                  <ProductItem
                    key={product.id}
                    product={product}
                    onEdit={mayWrite ? () => setEdited(product) : undefined}
                  />
                ))}
              </CatalogRows>
            </section>
          );
        })}
      </CatalogPage>
      {edited && <ProductDialog product={edited === 'new' ? null : asStored(edited)} onClose={() => setEdited(null)} />}
    </>
  );
}

const archive = (id: string) => mutators.products.archive({ id, now: Date.now() });
const unarchive = (id: string) => mutators.products.unarchive({ id, now: Date.now() });

interface ProductItemProps {
  product: ProductRow;
  /** Undefined if the user may not edit it. */
  onEdit: (() => void) | undefined;
}

function ProductItem({ product, onEdit }: ProductItemProps) {
  const { t } = useTranslation('products');
  const { language: ofStudio } = useAccount();
  const language = useLanguage();
  const format = useFormat();
  const mutate = useMutation();
  const { id, archivedAt } = product;
  const text = productTextIn(product.texts, language, ofStudio);
  const act =
    archivedAt === null
      ? {
          label: t('archive'),
          onSelect: () =>
            void mutate(archive(id), {
              done: t('isArchived', { name: text.name }),
              undo: () => unarchive(id),
            }),
        }
      : {
          label: t('unarchive'),
          onSelect: () => void mutate(unarchive(id), { done: t('isBack', { name: text.name }) }),
        };
  return (
    <CatalogRow
      title={text.name}
      detail={[format.money(product.amount), text.description].filter(Boolean).join(' · ')}
      edit={onEdit && { label: t('editNamed', { name: text.name }), onSelect: onEdit }}
      menu={onEdit ? [act] : undefined}
    />
  );
}
