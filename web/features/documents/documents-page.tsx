import { useQuery } from '@rocicorp/zero/react';
import { Ellipsis, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router-dom';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { buttonClass, IconButton } from '#web/components/ui/inputs/button.tsx';
import { ListRow } from '#web/components/ui/lists/list-row.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { paths } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

type Kind = 'contractTemplate' | 'questionnaireTemplate';
const hrefOf = (kind: Kind, templateId: string) => generatePath(paths[kind], { templateId });

/** Lists the templates of contracts and questionnaires. */
export function DocumentsPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation(['documents', 'scheduling']);
  const [contracts] = useQuery(queries.contracts.templates());
  const [questionnaires] = useQuery(queries.questionnaires.templates());
  return (
    <>
      <PageHeader title={t('scheduling:title')} tabs={tabs} />
      <div className="flex max-w-3xl flex-col gap-12">
        <Templates kind="contractTemplate" rows={contracts} />
        <Templates kind="questionnaireTemplate" rows={questionnaires} />
      </div>
    </>
  );
}

interface TemplatesProps {
  kind: Kind;
  rows: readonly { id: string; name: string; archivedAt: number | null }[];
}

function Templates({ kind, rows }: TemplatesProps) {
  const { t } = useTranslation(['documents', 'common']);
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
      {rows.length === 0 ? (
        <p className="measure text-soft">{isContract ? t('contractsEmpty') : t('questionnairesEmpty')}</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {rows.map((row) => (
            <ListRow
              key={row.id}
              title={row.name}
              to={hrefOf(kind, row.id)}
              trailing={row.archivedAt !== null && <Tag>{t('archived')}</Tag>}
              actions={
                <Menu
                  trigger={
                    <IconButton
                      label={t('common:moreFor', { name: row.name })}
                      icon={<Ellipsis aria-hidden />}
                      writes
                    />
                  }
                  groups={[{ items: [menuOf(row)] }]}
                />
              }
            />
          ))}
        </ul>
      )}
    </PageSection>
  );
}
