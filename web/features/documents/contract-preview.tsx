import type { QueryRowType } from '@rocicorp/zero';
import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contractGaps } from '#core/domain/contracts/contract-gaps.ts';
import { fillContract } from '#core/domain/contracts/contract-text.ts';
import { type ContractFacts, contractValues } from '#core/domain/contracts/contract-values.ts';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { canSeeMoneyOf } from '#core/domain/payments/session-money.ts';
import { BOOKED_STATUSES, sessionEnd, sessionTitle } from '#core/domain/sessions/sessions.ts';
import { queries } from '#core/zero/queries.ts';
import { Combobox } from '#web/components/ui/inputs/combobox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { ContractView } from '#web/lib/documents/contract-view.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { ContractGaps } from './contract-gaps.tsx';
import { useSessionFacts, useStudioFacts } from './session-facts.ts';

interface ContractPreviewProps {
  title: string;
  body: string;
  language: Language;
}

/**
 * A template's text as its client would see it now, with the values of a session, the next one at first. Without any
 * session, client and session are an example; the studio's data are always its own.
 */
export function ContractPreview({ title, body, language }: ContractPreviewProps) {
  const { t } = useTranslation('documents');
  const [now] = useState(Date.now);
  const [chosen, setChosen] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const sessions = useSessionsToShow(search, now);
  const sessionId = chosen ?? sessions[0]?.id ?? EXAMPLE;
  const searchFor = (text: string) => {
    setSearch(text);
    // A search must not change what is shown.
    setChosen(sessionId);
  };
  const facts = useSessionFacts(sessionId === EXAMPLE ? null : sessionId, now);
  const example = useExampleFacts(now);
  const values = contractValues(facts ?? example, language);
  const contract = fillContract({ title: title || t('documentTitle'), body, language }, values);
  const customerId = sessions.find(({ id }) => id === sessionId)?.customerId;
  return (
    <section aria-label={t('preview')} className="flex min-w-0 flex-col gap-4">
      <h2 className="text-lead font-semibold">{t('preview')}</h2>
      <SessionChoice sessions={sessions} value={sessionId} onChange={setChosen} onSearch={searchFor} />
      <ContractGaps
        gaps={contractGaps(body, values)}
        customerId={customerId}
        sessionId={facts ? sessionId : undefined}
      />
      <ContractView {...contract} level={3} />
    </section>
  );
}

/** Sessions of each kind in the list: those ahead, and past ones. */
const MAX_SESSIONS = 20;
const EXAMPLE = 'example';

type ShownSession = QueryRowType<typeof queries.sessions.list>;

/** Returns sessions whose amounts the member may see: the next ones first, then the latest. */
function useSessionsToShow(search: string, now: number): readonly ShownSession[] {
  const { role } = useAccount();
  const { session: signedIn } = useAuth();
  const wanted = { statuses: [...BOOKED_STATUSES, 'completed' as const], search, limit: MAX_SESSIONS };
  const [ahead] = useQuery(queries.sessions.list({ ...wanted, from: now, order: 'asc' }));
  const [past] = useQuery(queries.sessions.list({ ...wanted, to: now, order: 'desc' }));
  const member = { role, userId: signedIn?.user.id ?? '' };
  return [...ahead, ...past].filter((one) => canSeeMoneyOf(member, one));
}

interface SessionChoiceProps {
  sessions: readonly ShownSession[];
  value: string;
  onChange: (sessionId: string) => void;
  onSearch: (search: string) => void;
}

function SessionChoice({ sessions, value, onChange, onSearch }: SessionChoiceProps) {
  const { t } = useTranslation('documents');
  const format = useFormat();
  // The chosen one keeps its name while another is searched for.
  const [chosen] = useQuery(value !== EXAMPLE && queries.sessions.byId({ id: value }));
  const rows = chosen && sessions.every(({ id }) => id !== chosen.id) ? [...sessions, chosen] : sessions;
  const options = rows.map(({ id, date, duration, customer, ...titled }) => ({
    value: id,
    label: [customer?.name, sessionTitle(titled)].filter(Boolean).join(' · '),
    detail: format.span({ start: date, end: sessionEnd({ date, duration }) }),
  }));
  return (
    <Field label={t('previewWith')}>
      <Combobox
        options={[...options, { value: EXAMPLE, label: t('exampleClient') }]}
        value={value}
        onChange={(next) => onChange(next ?? EXAMPLE)}
        onSearch={onSearch}
      />
    </Field>
  );
}

/** Returns the studio's own data with an example of a client and a session. */
function useExampleFacts(now: number): ContractFacts {
  const { t } = useTranslation('documents');
  const studio = useStudioFacts();
  return {
    ...studio,
    client: t('sample.client'),
    clientAddress: t('sample.clientAddress'),
    clientTaxId: t('sample.clientTaxId'),
    type: t('sample.type'),
    // On the hour, as sessions begin.
    date: Math.ceil((now + 7 * DAY_MS) / HOUR_MS) * HOUR_MS,
    duration: 90,
    savedLocation: { name: t('sample.place'), address: '' },
    location: '',
    price: 12_000,
    deposit: 3_000,
    sentAt: now,
  };
}
