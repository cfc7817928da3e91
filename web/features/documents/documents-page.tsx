import { useQuery } from '@rocicorp/zero/react';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router-dom';
import { hasDraftLine } from '#core/domain/contracts/contract-gaps.ts';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { CatalogRow, CatalogRows } from '#web/components/layout/catalog-page.tsx';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { paths } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

type Kind = 'contractTemplate' | 'questionnaireTemplate';
const hrefOf = (kind: Kind, templateId: string) => generatePath(paths[kind], { templateId });

/** Lists the templates of contracts and questionnaires. */
export function DocumentsPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation(['documents', 'scheduling']);
  const [contracts, contractsResult] = useQuery(queries.contracts.templates());
  const [questionnaires, questionnairesResult] = useQuery(queries.questionnaires.templates());
  return (
    <>
      <PageHeader title={t('scheduling:title')} tabs={tabs} />
      <div className="flex flex-col gap-12">
        <Templates
          kind="contractTemplate"
          rows={contracts.map(({ id, name, archivedAt, texts }) => ({
            id,
            name,
            archivedAt,
            isDraft: LANGUAGES.some((language) => hasDraftLine(texts[language]?.body ?? '')),
          }))}
          isComplete={contractsResult.type === 'complete'}
        />
        <Templates
          kind="questionnaireTemplate"
          rows={questionnaires}
          isComplete={questionnairesResult.type === 'complete'}
        />
      </div>
    </>
  );
}

/** Says why a template cannot be sent; nothing for one that can. */
function TemplateState({ row }: { row: TemplatesProps['rows'][number] }) {
  const { t } = useTranslation('documents');
  if (row.archivedAt !== null) return <Tag>{t('archived')}</Tag>;
  return row.isDraft && <Tag tone="warning">{t('draft')}</Tag>;
}

interface TemplatesProps {
  kind: Kind;
  rows: readonly { id: string; name: string; archivedAt: number | null; isDraft?: boolean }[];
  /** True if all rows are loaded: only then is an empty list shown as empty. */
  isComplete: boolean;
}

function Templates({ kind, rows, isComplete }: TemplatesProps) {
  const { t } = useTranslation('documents');
  const mutate = useMutation();
  const isContract = kind === 'contractTemplate';
  const templateMutators = isContract ? mutators.contractTemplates : mutators.questionnaireTemplates;
  const create = (
    <Link to={hrefOf(kind, 'new')} className={buttonClass({ size: 'small' })}>
      <Plus aria-hidden className="size-4" strokeWidth={1.75} />
      {isContract ? t('newContract') : t('newQuestionnaire')}
    </Link>
  );
  const menuOf = ({ id, archivedAt }: TemplatesProps['rows'][number]) =>
    archivedAt === null
      ? { label: t('archive'), onSelect: () => void mutate(templateMutators.archive({ id, now: Date.now() })) }
      : { label: t('unarchive'), onSelect: () => void mutate(templateMutators.unarchive({ id, now: Date.now() })) };
  return (
    <PageSection title={isContract ? t('contracts') : t('questionnaires')} action={create}>
      {rows.length > 0 ? (
        <CatalogRows>
          {rows.map((row) => (
            <CatalogRow
              key={row.id}
              title={row.name}
              to={hrefOf(kind, row.id)}
              trailing={<TemplateState row={row} />}
              menu={[menuOf(row)]}
            />
          ))}
        </CatalogRows>
      ) : isComplete ? (
        <p className="measure text-soft">{isContract ? t('contractsEmpty') : t('questionnairesEmpty')}</p>
      ) : (
        <LoadingPlaceholder className="h-16" />
      )}
    </PageSection>
  );
}
