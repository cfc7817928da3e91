import { useQuery } from '@rocicorp/zero/react';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { BOOKED_STATUSES } from '#core/domain/sessions/sessions.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { newId } from '#web/lib/ids.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { ContractItem } from './contract-item.tsx';
import { QuestionnaireItem } from './questionnaire-item.tsx';

/** Contracts and questionnaires of a session: what was sent, signed and answered, and what can be sent. */
export function SessionDocuments({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation('documents');
  const { role } = useAccount();
  const [session] = useQuery(queries.sessions.byId({ id: sessionId }));
  if (!session) return null;
  const { contracts, questionnaires } = session;
  const maySend = can(role, 'sessions.write') && BOOKED_STATUSES.includes(session.status);
  const isEmpty = contracts.length === 0 && questionnaires.length === 0;
  if (isEmpty && !maySend) return null;
  return (
    <PageSection title={t('session.title')} action={maySend && <SendMenu sessionId={sessionId} />}>
      {isEmpty ? (
        <p className="text-soft">{t('session.empty')}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {contracts.map((contract) => (
            <ContractItem key={contract.id} contract={contract} session={session} />
          ))}
          {questionnaires.map((questionnaire) => (
            <QuestionnaireItem key={questionnaire.id} questionnaire={questionnaire} />
          ))}
        </ul>
      )}
    </PageSection>
  );
}

const contractToSend = (sessionId: string, templateId: string) =>
  mutators.contracts.send({ id: newId(), sessionId, templateId, now: Date.now() });
const questionnaireToSend = (sessionId: string, templateId: string) =>
  mutators.questionnaires.send({ id: newId(), sessionId, templateId, now: Date.now() });

function SendMenu({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation('documents');
  const mutate = useMutation();
  const [contracts] = useQuery(queries.contracts.templates());
  const [questionnaires] = useQuery(queries.questionnaires.templates());
  const send = (mutation: Parameters<typeof mutate>[0]) => void mutate(mutation, { done: t('session.sent') });
  const items = (
    rows: readonly { id: string; name: string; archivedAt: number | null }[],
    sent: (id: string) => void,
  ) =>
    rows
      .filter(({ archivedAt }) => archivedAt === null)
      .map(({ id, name }) => ({ label: name, writes: true, onSelect: () => sent(id) }));
  const groups = [
    {
      label: t('session.sendContract'),
      items: items(contracts, (templateId) => send(contractToSend(sessionId, templateId))),
    },
    {
      label: t('session.sendQuestionnaire'),
      items: items(questionnaires, (templateId) => send(questionnaireToSend(sessionId, templateId))),
    },
  ].filter((group) => group.items.length > 0);
  if (groups.length === 0) return null;
  return (
    <Menu
      trigger={
        <Button size="small" variant="quiet" icon={<Plus />} writes>
          {t('session.send')}
        </Button>
      }
      groups={groups}
    />
  );
}
