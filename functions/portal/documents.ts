import type { PortalContract, PortalTask, WaitingContract } from '#core/api/portal.ts';
import { documentLanguage } from '#core/domain/contracts/contracts.ts';
import type { Language } from '#core/domain/values/languages.ts';
import type { QuestionnaireTexts } from '#core/domain/contracts/questionnaires.ts';
import type { SessionStatus } from '#core/domain/sessions/sessions.ts';
import { canAnswer, canSign } from '../contracts/client-documents.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { ClientLink } from '../public-studio/client-links.ts';
import { sessionNameIn } from '../public-studio/names.ts';

/** Documents of one client on their page. */
const MAX_DOCUMENTS = 300;

/** A document's session. Times in epoch milliseconds. */
interface SessionRow {
  sessionId: string;
  type: string;
  date: number;
  duration: number;
  status: SessionStatus;
}

const SESSION = `s.id as "sessionId", coalesce(${sessionNameIn('t', '$4::text')}, '') as type, s.date, s.duration, s.status`;
/** SQL: sessions `s` of client $2 in account $1 with document `d`. */
const OF_CLIENT = `join sessions s on s.account_id = d.account_id and s.id = d.session_id
     left join session_types t on t.account_id = s.account_id and t.id = s.session_type_id
   where d.account_id = $1 and s.customer_id = $2 and s.deleted_at is null`;

const sessionOf = ({ sessionId, type, date }: SessionRow) => ({ id: sessionId, type, start: date });
const timesOf = ({ sessionId, status, date, duration }: SessionRow) => ({ id: sessionId, status, date, duration });

interface PortalDocuments {
  /** Contracts that the link's owner has to sign, and questionnaires to answer, by the date of their session. */
  tasks: Extract<PortalTask, { kind: 'contract' | 'questionnaire' }>[];
  /** Signed contracts, latest first. */
  contracts: PortalContract[];
  /** Partly signed ones that the link's owner does not have to sign, or has signed. */
  waitingContracts: WaitingContract[];
}

interface ContractRow extends SessionRow {
  id: string;
  title: string;
  /** Null until all have signed. */
  signedAt: number | null;
  signers: { contactId: string | null; name: string; signedAt: number | null }[];
}

/** Returns the documents of a client's sessions. They are read, signed and answered on the session's own page. */
export async function readDocuments(
  db: Queryable,
  {
    accountId,
    customerId,
    contactId,
    rights,
    language,
  }: Pick<ClientLink, 'accountId' | 'customerId' | 'contactId' | 'rights' | 'language'>,
  now: number,
): Promise<PortalDocuments> {
  const of = [accountId, customerId, MAX_DOCUMENTS, language];
  const contracts = !rights.signs
    ? []
    : await db.query<ContractRow>(
        `select d.id, d.title, case when d.status = 'signed' then d.signed_at end as "signedAt", ${SESSION},
       (select coalesce(json_agg(json_build_object('contactId', n.contact_id,
           'name', coalesce(nullif(n.signer_name, ''), nullif(p.name, ''), c.name),
           'signedAt', extract(epoch from n.signed_at) * 1000) order by n.position, n.id), '[]')
         from contract_signers n join customers c on c.account_id = n.account_id and c.id = $2
           left join customer_contacts p on p.account_id = n.account_id and p.id = n.contact_id
         where n.account_id = d.account_id and n.contract_id = d.id) as signers
     from contracts d ${OF_CLIENT} and d.status in ('sent', 'signed') order by s.date, d.sent_at, d.id limit $3`,
        of,
      );
  const questionnaires = await db.query<
    SessionRow & { id: string; texts: QuestionnaireTexts; wanted: Language; studio: Language; zone: string }
  >(
    `select d.id, d.texts, coalesce(c.language, a.language) as wanted, a.language as studio, a.time_zone as zone,
       ${SESSION}
     from questionnaires d join accounts a on a.id = d.account_id
       join customers c on c.account_id = d.account_id and c.id = $2
       ${OF_CLIENT} and d.submitted_at is null order by s.date, d.sent_at, d.id limit $3`,
    of,
  );
  const open = contracts.filter((row) => row.signedAt === null && canSign(timesOf(row), now));
  const signsNow = ({ signers }: ContractRow) =>
    signers.some((one) => one.signedAt === null && (contactId === null || one.contactId === contactId));
  const toSign = open.filter(signsNow);
  const others = open.filter((row) => !signsNow(row));
  const signersOf = ({ signers }: ContractRow) => signers.map(({ name, signedAt }) => ({ name, signedAt }));
  const toAnswer = questionnaires.filter((row) => canAnswer(timesOf(row), { isAnswered: false, zone: row.zone }, now));
  return {
    tasks: [
      ...toSign.map((row) => ({
        kind: 'contract' as const,
        id: row.id,
        name: row.title,
        session: sessionOf(row),
        signers: signersOf(row),
      })),
      ...toAnswer.map((row) => ({
        kind: 'questionnaire' as const,
        id: row.id,
        name: row.texts[documentLanguage(row.texts, row.wanted, row.studio)]?.title ?? '',
        session: sessionOf(row),
      })),
    ],
    contracts: contracts
      .flatMap(({ id, title, signedAt, ...row }) =>
        signedAt === null ? [] : [{ id, title, signedAt, session: sessionOf(row) }],
      )
      .sort((one, other) => other.signedAt - one.signedAt),
    waitingContracts: others
      .filter(({ signers }) => signers.some(({ signedAt }) => signedAt !== null))
      .map((row) => ({ id: row.id, title: row.title, session: sessionOf(row), signers: signersOf(row) })),
  };
}

/** Returns the latest PDF of a client's signed contract; undefined if it is not theirs. */
export async function findSignedContract(
  db: Queryable,
  { accountId, customerId }: Pick<ClientLink, 'accountId' | 'customerId'>,
  contractId: string,
): Promise<{ accountId: string; contractId: string; title: string; sha256: string } | undefined> {
  const [row] = await db.query<{ title: string; sha256: string }>(
    `select d.title, coalesce(x.final_sha256, x.signed_sha256) as sha256
     from contracts d join contract_texts x on x.account_id = d.account_id and x.contract_id = d.id
     ${OF_CLIENT} and d.id = $3 and d.status = 'signed'`,
    [accountId, customerId, contractId],
  );
  return row && { accountId, contractId, ...row };
}
