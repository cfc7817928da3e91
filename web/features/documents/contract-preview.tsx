import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fillContract } from '#core/domain/contracts/contract-text.ts';
import { type ContractFacts, contractValues } from '#core/domain/contracts/contract-values.ts';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { canSeeMoneyOf } from '#core/domain/payments/session-money.ts';
import { BOOKED_STATUSES, sessionEnd } from '#core/domain/sessions/sessions.ts';
import { queries } from '#core/zero/queries.ts';
import { Combobox } from '#web/components/ui/inputs/combobox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { ContractView } from '#web/lib/documents/contract-view.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';

interface ContractPreviewProps {
  title: string;
  body: string;
  language: Language;
}

/** A template's text as its client would see it now, with sample values or those of a session. */
export function ContractPreview({ title, body, language }: ContractPreviewProps) {
  const { t } = useTranslation('documents');
  const [now] = useState(Date.now);
  const [sessionId, setSessionId] = useState<string | null>(null);
  const facts = useSessionFacts(sessionId, now);
  const sample = useSampleFacts(now);
  const values = contractValues(facts ?? sample, language);
  const contract = fillContract({ title: title || t('documentTitle'), body, language }, values);
  return (
    <section aria-label={t('preview')} className="flex min-w-0 flex-col gap-4">
      <h2 className="text-lead font-semibold">{t('preview')}</h2>
      <SessionChoice value={sessionId} onChange={setSessionId} now={now} />
      <ContractView {...contract} level={3} />
    </section>
  );
}

/** Sessions of each kind in the list: those ahead, and past ones. */
const MAX_SESSIONS = 20;
const SAMPLE = 'sample';

interface SessionChoiceProps {
  /** Null for sample values. */
  value: string | null;
  onChange: (sessionId: string | null) => void;
  now: number;
}

/** Offers sample values and the sessions whose amounts the member may see: the next ones first, then the latest. */
function SessionChoice({ value, onChange, now }: SessionChoiceProps) {
  const { t } = useTranslation('documents');
  const { role } = useAccount();
  const { session: signedIn } = useAuth();
  const format = useFormat();
  const [search, setSearch] = useState('');
  const wanted = { statuses: [...BOOKED_STATUSES, 'completed' as const], search, limit: MAX_SESSIONS };
  const [ahead] = useQuery(queries.sessions.list({ ...wanted, from: now, order: 'asc' }));
  const [past] = useQuery(queries.sessions.list({ ...wanted, to: now, order: 'desc' }));
  // The chosen one keeps its name while another is searched for.
  const [chosen] = useQuery(value !== null && queries.sessions.byId({ id: value }));
  const member = { role, userId: signedIn?.user.id ?? '' };
  const found = [...ahead, ...past].filter((one) => canSeeMoneyOf(member, one));
  const rows = chosen && found.every(({ id }) => id !== chosen.id) ? [...found, chosen] : found;
  const options = rows.map(({ id, date, duration, type, customer, sessionType }) => ({
    value: id,
    label: [customer?.name, type || sessionType?.name].filter(Boolean).join(' · '),
    detail: format.span({ start: date, end: sessionEnd({ date, duration }) }),
  }));
  return (
    <Field label={t('previewWith')}>
      <Combobox
        options={[{ value: SAMPLE, label: t('sampleValues') }, ...options]}
        value={value ?? SAMPLE}
        onChange={(next) => onChange(next === SAMPLE ? null : next)}
        onSearch={setSearch}
      />
    </Field>
  );
}

/** Returns what a session's contract would be filled with now; null while none is chosen. */
function useSessionFacts(sessionId: string | null, now: number): ContractFacts | null {
  const { name: studio, timeZone, currency } = useAccount();
  const [settings] = useQuery(queries.accounts.settings());
  const [session] = useQuery(sessionId !== null && queries.sessions.byId({ id: sessionId }));
  if (sessionId === null || !session) return null;
  const setting = (key: string) => settings.find((one) => one.key === key)?.value;
  const { customer, savedLocation, billing, sessionType, type, date, duration, location } = session;
  return {
    client: customer?.name ?? '',
    clientAddress: customer?.address ?? '',
    clientTaxId: customer?.taxId ?? '',
    studio,
    photographer: (setting('photographer') as ContractFacts['photographer'] | undefined) ?? null,
    tax: setting('tax'),
    type: type || (sessionType?.name ?? ''),
    date,
    duration,
    savedLocation: savedLocation ?? null,
    location,
    price: billing?.paymentAmount ?? 0,
    deposit: billing?.depositAmount ?? 0,
    currency,
    timeZone,
    sentAt: now,
  };
}

function useSampleFacts(now: number): ContractFacts {
  const { t } = useTranslation('documents');
  const { name: studio, timeZone, currency } = useAccount();
  return {
    client: t('sample.client'),
    clientAddress: t('sample.clientAddress'),
    clientTaxId: t('sample.clientTaxId'),
    studio,
    photographer: { address: t('sample.studioAddress') },
    tax: { id: t('sample.studioTaxId') },
    type: t('sample.type'),
    // On the hour, as sessions begin.
    date: Math.ceil((now + 7 * DAY_MS) / HOUR_MS) * HOUR_MS,
    duration: 90,
    savedLocation: { name: t('sample.place'), address: '' },
    location: '',
    price: 12_000,
    deposit: 3_000,
    currency,
    timeZone,
    sentAt: now,
  };
}
