import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { queries } from '#core/zero/queries.ts';
import type { Figure } from '../../bench/figure.ts';
import type { Office } from '../../bench/studio.ts';
import { zeroClient } from '../../bench/sync.ts';
import { lostNames, lostRows, mailboxOf } from './ledger.ts';
import { groupOf, type World } from './world.ts';

/** An interrupted effect runs again after its lease of two minutes, and later after failed attempts. */
const EFFECTS_MS = 15 * MINUTE_MS;
const LOOK_MS = 1000;

/**
 * Ends the writing, waits until all effects are done, and compares the ledger of each studio with the database, a fresh
 * client and the receivers of mails and events. Prints each fault.
 *
 * A mail or an event may arrive twice under one id, which is counted but no fault: SMTP and HTTP deliver at least once,
 * because a process can die after the receiver's answer and before its own commit. Receivers know the id: mailboxes by
 * the Message-ID, endpoints by `webhook-id`.
 */
export async function judge(world: World): Promise<Figure[]> {
  await world.stopWriting();
  const { studios } = world;
  const stuck = await effectsDone(world);
  const refused = studios.flatMap(({ ledger }) => ledger.refused);
  const unanswered = studios.flatMap(({ ledger }) => ledger.unanswered);
  const lost: string[] = [];
  const unseen: string[] = [];
  for (const studio of studios) {
    const { ledger } = studio;
    lost.push(...(await lostRows(studio, ledger)), ...lostNames(ledger, await namesInDatabase(studio)));
    unseen.push(...lostNames(ledger, await namesInClient(studio)));
  }
  const arrivals = [...(await mailsOf(world)), ...eventsOf(world)];
  const missing = arrivals.filter(({ ids }) => ids.length === 0).map(({ of }) => of);
  const doubled = arrivals.filter(({ ids }) => new Set(ids).size > 1).map(({ of, ids }) => `${of}: ${ids.join(', ')}`);
  const repeated = arrivals.filter(({ ids }) => ids.length > new Set(ids).size).length;
  for (const [kind, faults] of Object.entries({ lost, unseen, missing, doubled, stuck, refused, unanswered })) {
    for (const fault of faults) console.error(`${kind}: ${fault}`);
  }
  const none = (what: string, value: number, unit = ''): Figure => {
    return { bar: 'kill', what, value, limit: 0, unit };
  };
  const said = { bar: 'kill', limit: null, unit: '' };
  return [
    ...studios.map((studio): Figure => {
      const where = studios.length > 1 ? ` in group ${groupOf(studio)}` : '';
      return { ...said, what: `changes that the server acknowledged${where}`, value: studio.ledger.count };
    }),
    none('acknowledged changes lost in the database', lost.length),
    none('acknowledged changes that a fresh client does not see', unseen.length),
    none('valid changes refused', refused.length),
    none('changes without an answer', unanswered.length),
    { ...said, what: 'mails and events due', value: arrivals.length },
    none('mails and events missing', missing.length),
    none('mails and events doubled, with another id', doubled.length),
    { ...said, what: 'mails and events delivered again under their id', value: repeated },
    none('effects not done', stuck.length),
  ];
}

/** Waits until no effect is due. @returns the effects that still are */
async function effectsDone({ database }: World): Promise<string[]> {
  for (const until = Date.now() + EFFECTS_MS; ; await sleep(LOOK_MS)) {
    const due = await database
      .query<{ kind: string; attempts: number; last_error: string | null }>(
        `select kind, attempts, last_error from outbox
         where done_at is null and (run_after <= now() + interval '3 minutes' or attempts > 0)`,
      )
      .catch(() => null);
    if (due?.rows.length === 0) return [];
    if (Date.now() < until) continue;
    return (
      due?.rows.map(({ kind, attempts, last_error }) => `${kind}, ${attempts} attempts, ${last_error}`) ?? ['unknown']
    );
  }
}

const byId = (rows: readonly { id: string; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]));

async function namesInDatabase({ database, account }: Office): Promise<Map<string, string>> {
  return byId((await database.query('select id, name from customers where account_id = $1', [account.id])).rows);
}

async function namesInClient(office: Office): Promise<Map<string, string>> {
  const zero = zeroClient(office);
  try {
    return byId(await zero.run(queries.customers.list({ limit: 10_000 }), { type: 'complete' }));
  } finally {
    await zero.close();
  }
}

interface Arrivals {
  of: string;
  /** Ids under which it arrived. */
  ids: readonly string[];
}

async function mailsOf({ mails, studios }: World): Promise<Arrivals[]> {
  const arrived = Map.groupBy(await mails.all(), ({ to }) => to[0]!);
  return studios
    .flatMap(({ ledger }) => [...ledger.mails])
    .map((id) => ({
      of: `mail about payment or archive ${id}`,
      ids: (arrived.get(mailboxOf(id)) ?? []).map(({ messageId }) => messageId),
    }));
}

function eventsOf({ receiver, studios }: World): Arrivals[] {
  return studios
    .flatMap(({ ledger }) => [...ledger.payments])
    .map((id) => ({ of: `event of payment ${id}`, ids: receiver.events.get(id) ?? [] }));
}
