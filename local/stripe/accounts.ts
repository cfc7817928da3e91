import { type Account, type Connected, type State, StripeFailure, stripeId } from './objects.ts';

/** A person's actions on Stripe's onboarding pages. */
export const ONBOARDINGS = ['complete', 'review', 'incomplete', 'reject', 'restrict'] as const;
export type Onboarding = (typeof ONBOARDINGS)[number];

/** The accounts that the platform has connected. */
export function createAccounts(
  state: State,
  { now, report }: { now: () => number; report: (account: string, type: string, object: object) => void },
) {
  /** @throws StripeFailure for an unknown account, and for one that removed the platform's access */
  const connected = (id: string | undefined): Connected => {
    const found = id === undefined ? undefined : state.accounts[id];
    if (!found || found.isDeauthorized) {
      throw new StripeFailure(403, `The provided key does not have access to account '${id}'`, {
        code: 'account_invalid',
      });
    }
    return found;
  };
  const changeAccount = (account: Account, changes: Partial<Account>) => {
    Object.assign(account, changes);
    report(account.id, 'account.updated', account);
  };
  const needs = (changes: Partial<Account['requirements']> = {}): Account['requirements'] => ({
    currently_due: [],
    past_due: [],
    pending_verification: [],
    disabled_reason: null,
    current_deadline: null,
    ...changes,
  });

  return {
    connected,

    createAccount(email: string | null, metadata: Record<string, string>): Account {
      const id = stripeId('acct').replace('acct_', 'acct_1');
      const account: Account = {
        id,
        object: 'account',
        type: 'standard',
        email,
        business_profile: { name: null, url: null },
        controller: { type: 'application', is_controller: true, requirement_collection: 'stripe' },
        details_submitted: false,
        charges_enabled: false,
        payouts_enabled: false,
        requirements: needs({ currently_due: ['external_account'], disabled_reason: 'requirements.past_due' }),
        metadata,
        created: now(),
      };
      const empty = { links: [], sessions: [], intents: [], refunds: [], disputes: [] };
      state.accounts[id] = { account, isDeauthorized: false, ...empty };
      return account;
    },

    onboard(id: string, how: Onboarding): void {
      const { account } = connected(id);
      if (how === 'complete') {
        const enabled = { details_submitted: true, charges_enabled: true, payouts_enabled: true };
        changeAccount(account, { ...enabled, requirements: needs() });
      } else if (how === 'review') {
        const requirements = needs({
          pending_verification: ['individual.verification.document'],
          disabled_reason: 'requirements.pending_verification',
        });
        changeAccount(account, { details_submitted: true, charges_enabled: false, requirements });
      } else if (how === 'reject') {
        const requirements = needs({ disabled_reason: 'rejected.other' });
        changeAccount(account, {
          details_submitted: true,
          charges_enabled: false,
          payouts_enabled: false,
          requirements,
        });
      } else if (how === 'restrict') {
        const past_due = ['individual.verification.document'];
        const requirements = needs({ past_due, currently_due: past_due, disabled_reason: 'requirements.past_due' });
        changeAccount(account, { details_submitted: true, charges_enabled: false, requirements });
      }
    },

    deauthorize(id: string): void {
      const found = connected(id);
      found.isDeauthorized = true;
      report(id, 'account.application.deauthorized', { id: 'ca_local', object: 'application', name: 'Albumen' });
    },
  };
}
