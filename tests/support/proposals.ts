import { proposals, type ProposalTerms, type PublicProposal } from '#core/api/proposals.ts';
import type { ProposalPlan } from '#core/domain/payments/proposal-prices.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import type { Answer, ApiStack } from './api.ts';
import { backOffice, type Outcome } from './back-office.ts';
import { newId } from './rows.ts';
import type { Studio } from './studio.ts';

/** Names of the lines of `WEDDING`. */
type LineName = 'coverage' | 'small' | 'large' | 'album';

/** A wedding: coverage, one of two packages, and an album that may be added. Minor units. */
export const WEDDING: Readonly<Record<LineName, { unitAmount: number; choice: 'fixed' | 'optional' | 'one_of' }>> = {
  coverage: { unitAmount: 100_000, choice: 'fixed' },
  small: { unitAmount: 50_000, choice: 'one_of' },
  large: { unitAmount: 90_000, choice: 'one_of' },
  album: { unitAmount: 30_001, choice: 'optional' },
};

/** A third with acceptance, the rest in two parts before the wedding. */
export const THIRDS: ProposalPlan = [
  { amount: null, percent: 34, due: { kind: 'accepted', days: 0 } },
  { amount: null, percent: 33, due: { kind: 'session', days: 30 } },
  { amount: null, percent: 33, due: { kind: 'session', days: 0 } },
];

export interface SentProposal {
  id: string;
  lines: Readonly<Record<LineName, string>>;
}

/** The studio's side: calls mutators of its owner, with the server's effects. */
export function proposer(api: ApiStack, studio: Studio) {
  const office = backOffice(api.db);
  const owner = { userId: studio.owner.userId, accountId: studio.id, role: 'owner' as const };
  const mutate = (name: string, args: object, who: object = {}): Promise<Outcome> =>
    office.mutate(name, { ...args, now: 0 } as never, { ...owner, ...who, now: () => api.clock.now() } as never);
  const done = async (name: string, args: object) => {
    const outcome = await mutate(name, args);
    if (outcome !== 'done') throw new Error(`${name}: ${JSON.stringify(outcome)}`);
  };
  return {
    mutate,
    done,
    /** Writes the wedding for a client or a lead, without sending it. */
    async draft(
      to: { customerId?: string; leadId?: string },
      changes: { date?: number; [field: string]: unknown } = {},
    ): Promise<SentProposal> {
      const id = newId();
      await done('proposals.create', { id, title: 'Our wedding', isTemplate: false, ...to });
      const lines = {} as Record<LineName, string>;
      for (const [position, [name, line]] of Object.entries(WEDDING).entries()) {
        const lineId = newId();
        lines[name as LineName] = lineId;
        const groupName = line.choice === 'one_of' ? 'Package' : '';
        const rest = { productId: null, description: '', quantity: 1, groupName, position, ...line };
        await done('proposals.addLine', { id: lineId, proposalId: id, line: { title: name, ...rest } });
      }
      const validUntil = api.clock.now() + 14 * DAY_MS;
      await done('proposals.update', { id, changes: { validUntil, plan: changes.date ? THIRDS : [], ...changes } });
      return { id, lines };
    },
    async send(
      to: { customerId?: string; leadId?: string },
      changes: { date?: number; [field: string]: unknown } = {},
    ): Promise<SentProposal> {
      const proposal = await this.draft(to, changes);
      await done('proposals.send', { id: proposal.id, customerId: newId() });
      return proposal;
    },
    /** Makes a link to be copied. @returns its token */
    async link(proposalId: string): Promise<string> {
      const path = `/api/proposals/${proposalId}/links`;
      const made = await api.call('POST', path, { as: studio.owner, account: studio.id });
      return new URL(made.read(proposals.link).url).pathname.split('/').at(-1)!;
    },
  };
}

/** A client with a link to a proposal, on a network of its own. */
export function proposalClient(api: ApiStack, { slug }: { slug: string }, token: string, network = 1) {
  const headers = { 'x-viewer-address': `10.8.${network}.1`, 'user-agent': 'Phone' };
  const base = `/api/p/${slug}/proposals/${token}`;
  const post = (path: string, body: object): Promise<Answer> =>
    api.call('POST', base + path, { channel: 'public', headers, body });
  return {
    get: () => api.call('GET', base, { channel: null, headers }),
    ask: (chosen: readonly string[]) => post('/terms', { chosen }),
    send: (chosen: readonly string[], textHash: string, name = 'Núria', more: object = {}) =>
      post('/acceptance', { chosen, textHash, name, hasConsent: true, ...more }),
    decline: (reason = '') => post('/refusal', { reason }),
    pay: (item: string) => post('/payments', { item }),
    async read(): Promise<PublicProposal> {
      return (await this.get()).read(proposals.read).proposal;
    },
    async terms(chosen: readonly string[]): Promise<ProposalTerms> {
      return (await this.ask(chosen)).read(proposals.terms);
    },
    /** Reads the terms of a choice and accepts them. */
    async accept(chosen: readonly string[], name?: string): Promise<Answer> {
      return this.send(chosen, (await this.terms(chosen)).textHash, name);
    },
  };
}
