/** SQL: the columns of `StudioFacts`, of `accounts a`. */
export const STUDIO_FACTS = 'a.paused_at as "pausedAt", a.held_at as "heldAt", a.plan_state as "planState"';

/** SQL: a legal order postpones that the members of the studio `accounts a` are told of an operator's act. */
export const IS_UNTOLD = `exists (select from operator_events e where e.account_id = a.id
  and e.kind in ('suspend', 'takedown') and e.outcome like 'done%' and e.visible_at > now())`;

/** SQL: visitors may find the studio `accounts a`: it is neither closed, suspended nor blocked. Equals `isVisitable`. */
export const IS_OPEN = `(a.deleted_at is null and a.paused_at is null and a.held_at is null
  and a.plan_state is distinct from 'suspended')`;

/** SQL: visitors may find the website of the studio `accounts a`. */
export const IS_SITE_OPEN = `(${IS_OPEN} and a.site_held_at is null)`;
