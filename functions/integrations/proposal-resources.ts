import type { ProposalResource } from '#core/api/v1-resources.ts';
import { sortLines } from '#core/domain/payments/proposal-prices.ts';
import { proposalState, type ProposalStatus } from '#core/domain/payments/proposals.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { isoTime, type Page, type PageQuery, timeCursor, toPage } from './page.ts';

interface ProposalRow extends Pick<ProposalResource, 'id' | 'title' | 'customerId' | 'sessionId' | 'lines'> {
  status: ProposalStatus;
  validUntil: number;
  sentAt: number;
  decidedAt: number | null;
  createdAt: number;
  lines: (ProposalResource['lines'][number] & { id: string; position: number })[];
}

const PROPOSAL = `select p.id, p.title, p.customer_id as "customerId", p.status, p.valid_until as "validUntil",
    p.sent_at as "sentAt", p.decided_at as "decidedAt", p.created_at as "createdAt", s.id as "sessionId",
    (select coalesce(json_agg(json_build_object('id', l.id, 'position', l.position, 'title', l.title,
        'quantity', l.quantity, 'unitAmount', l.unit_amount, 'choice', l.choice, 'group', l.group_name,
        'isChosen', l.is_chosen)), '[]')
      from proposal_lines l where l.account_id = p.account_id and l.proposal_id = p.id) as lines
  from proposals p left join sessions s on s.account_id = p.account_id and s.id = p.id
  where p.account_id = $1 and p.status <> 'draft'`;

/** Sent proposals of the whole studio, the first first: only for callers with `money.all`. */
export async function listProposals(
  db: Queryable,
  accountId: string,
  query: PageQuery & { customerId?: string | undefined },
  now: number,
): Promise<Page<ProposalResource>> {
  const [at, id] = timeCursor(query.cursor) ?? [null, null];
  const rows = await db.query<ProposalRow>(
    `${PROPOSAL} and ($2::text is null or p.customer_id = $2)
       and ($3::timestamptz is null or (p.created_at, p.id) > ($3, $4))
     order by p.created_at, p.id limit $5`,
    [accountId, query.customerId ?? null, timestamp(at), id, query.limit + 1],
  );
  return toPage(
    rows,
    query,
    (row) => [row.createdAt, row.id],
    (row) => toProposal(row, now),
  );
}

/** Returns a sent proposal; null if it is missing, foreign or withdrawn. */
export async function findProposal(
  db: Queryable,
  accountId: string,
  id: string,
  now: number,
): Promise<ProposalResource | null> {
  const [row] = await db.query<ProposalRow>(`${PROPOSAL} and p.id = $2`, [accountId, id]);
  return row ? toProposal(row, now) : null;
}

function toProposal(row: ProposalRow, now: number): ProposalResource {
  const { createdAt: _createdAt, lines, status: _status, validUntil, sentAt, decidedAt, ...rest } = row;
  return {
    ...rest,
    status: proposalState(row, now),
    lines: sortLines(lines).map(({ id: _id, position: _position, ...line }) => line),
    validUntil: isoTime(validUntil),
    sentAt: isoTime(sentAt),
    decidedAt: decidedAt === null ? null : isoTime(decidedAt),
  };
}
