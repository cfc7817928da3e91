import { useQuery } from '@rocicorp/zero/react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ContractGap, contractGaps } from '#core/domain/contracts/contract-gaps.ts';
import { contractValues } from '#core/domain/contracts/contract-values.ts';
import { documentLanguage } from '#core/domain/contracts/contracts.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { newId } from '#web/lib/ids.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { ContractGaps } from './contract-gaps.tsx';
import { useSessionFacts } from './session-facts.ts';

interface SentSession {
  id: string;
  customerId: string | null;
  customer?: { language: Language | null } | undefined;
}

/** Returns a function that tells what a template's text lacks for a session; nothing where the member sees no amounts. */
function useGapsOf(sessionId: string): (templateId: string, language: Language) => ContractGap[] {
  const { language: studio } = useAccount();
  const [now] = useState(Date.now);
  const facts = useSessionFacts(sessionId, now);
  const [templates] = useQuery(queries.contracts.templates());
  return (templateId, wanted) => {
    const texts = templates.find(({ id }) => id === templateId)?.texts ?? {};
    const language = documentLanguage(texts, wanted, studio);
    const body = texts[language]?.body;
    return facts && body !== undefined ? contractGaps(body, contractValues(facts, language)) : [];
  };
}

/** Returns what a draft lacks to be sent; nothing for any other contract. */
export function useTemplateGaps(
  draft: { templateId: string | null; language: Language } | null,
  sessionId: string,
): ContractGap[] {
  const gapsOf = useGapsOf(sessionId);
  return draft?.templateId ? gapsOf(draft.templateId, draft.language) : [];
}

/**
 * Returns a function that sends a session's client a contract, and the dialog that names what it lacks if it cannot be
 * sent. The server refuses it too.
 */
export function useSendContract(session: SentSession): {
  send: (templateId: string) => void;
  /** Sends the template's present text instead of a contract. */
  replace: (contract: { id: string; templateId: string }) => void;
  refusal: ReactNode;
} {
  const { t } = useTranslation('documents');
  const { language: studio } = useAccount();
  const mutate = useMutation();
  const gapsOf = useGapsOf(session.id);
  const [refused, setRefused] = useState<string | null>(null);
  const language = session.customer?.language ?? studio;
  const send = (templateId: string) => {
    if (gapsOf(templateId, language).length > 0) return setRefused(templateId);
    const args = { id: newId(), sessionId: session.id, templateId, now: Date.now() };
    void mutate(mutators.contracts.send(args), { done: t('session.sent') });
  };
  const replace = ({ id: contractId, templateId }: { id: string; templateId: string }) => {
    if (gapsOf(templateId, language).length > 0) return setRefused(templateId);
    const args = { id: newId(), contractId, now: Date.now() };
    void mutate(mutators.contracts.replace(args), { done: t('session.sent') });
  };
  const refusal = refused !== null && (
    <Dialog open onOpenChange={(open) => !open && setRefused(null)} title={t('gaps.dialog')}>
      <ContractGaps gaps={gapsOf(refused, language)} templateId={refused} customerId={session.customerId} />
    </Dialog>
  );
  return { send, replace, refusal };
}
