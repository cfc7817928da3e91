import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { SESSION_STATUSES } from '#core/domain/sessions/sessions.ts';
import { queries } from '#core/zero/queries.ts';
import { MAX_CUSTOMERS } from '#core/zero/queries/customers.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { newId } from '#web/lib/ids.ts';
import { paths } from '#web/lib/paths.ts';
import type { ImportTable, Mapping } from '../files/import-table.ts';
import { previewSessions } from '../files/preview-sessions.ts';
import { ACCEPTED_TABLE_TYPES, readTable } from '../files/read-contacts.ts';
import { MONEY_FIELDS, SESSION_COLUMNS, SESSION_FIELDS } from '../files/work-columns.ts';
import { countNewClients, workPlan } from '../files/work-preview.ts';
import type { Preview } from './import-kind.ts';
import { ImportPage } from './import-page.tsx';
import { workSteps } from './import-run.ts';
import { useClientChoice } from './use-client-choice.ts';

/** Imports sessions of another program or of an export, without mails to their clients. */
export function SessionsImport() {
  const { t } = useTranslation(['import', 'sessions']);
  const { role, timeZone: zone, currency, language, dateFormat } = useAccount();
  const { session: login } = useAuth();
  const format = useFormat();
  const choiceOf = useClientChoice('skip');
  const [clients, { type: clientsType }] = useQuery(queries.customers.list({ limit: MAX_CUSTOMERS }));
  const all = { statuses: [...SESSION_STATUSES], order: 'desc' as const, limit: 20_000 };
  const [sessions, { type: sessionsType }] = useQuery(queries.sessions.list(all));
  const [types] = useQuery(queries.sessionTypes.list());
  const [locations] = useQuery(queries.locations.list());
  const [members] = useQuery(queries.team.members());
  const seesAllMoney = can(role, 'money.all');
  const isKnown = clientsType === 'complete' && sessionsType === 'complete';
  const fields = seesAllMoney ? SESSION_FIELDS : SESSION_FIELDS.filter((field) => !MONEY_FIELDS.includes(field));
  const offered = new Set<string>(fields);

  const preview = (table: ImportTable, mapping: Mapping): Preview => {
    const rows = previewSessions(
      table,
      mapping.map((field) => (field && offered.has(field) ? field : null)),
      {
        clients,
        sessions,
        types: types.filter(({ archivedAt }) => archivedAt === null),
        locations,
        members,
        zone,
        currency,
        language,
        order: dateFormat === 'mdy' ? 'mdy' : 'dmy',
        photographerId: seesAllMoney ? null : (login?.user.id ?? null),
        now: Date.now(),
      },
    );
    return {
      rows: rows.map((row) =>
        row.state === 'bad'
          ? row
          : {
              row: row.row,
              state: row.state,
              title: [row.clientName, row.fields.type].filter(Boolean).join(' · '),
              detail: [
                format.dateTime(row.fields.date),
                format.duration(row.fields.duration),
                t(`sessions:status.${row.fields.status}`),
                row.fields.billing && format.money(row.fields.billing.price),
              ]
                .filter(Boolean)
                .join(' · '),
            },
      ),
      choice: choiceOf(countNewClients(rows)),
      plan(option) {
        const plan = workPlan(rows, { creates: option === 'create', without: 'skip' }, newId);
        const create = plan.create.flatMap(({ customerId, ...one }) =>
          customerId ? [{ ...one, id: newId(), customerId }] : [],
        );
        return { total: create.length, steps: () => workSteps(plan.clients, 'sessions', create) };
      },
    };
  };
  return (
    <ImportPage
      kind={{
        name: 'sessions',
        list: { to: paths.sessions, label: t('sessions:title') },
        accept: ACCEPTED_TABLE_TYPES,
        fields,
        read: (file) => readTable(file, SESSION_COLUMNS),
        preview: isKnown ? preview : null,
      }}
    />
  );
}
