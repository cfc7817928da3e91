/** SQL: the columns of `StudioFacts`, of `accounts a`. */
export const STUDIO_FACTS = 'a.paused_at as "pausedAt", a.held_at as "heldAt", a.plan_state as "planState"';

/** SQL: visitors may find the studio `accounts a`: it is neither closed, suspended nor blocked. Equals `isVisitable`. */
export const IS_OPEN = `(a.deleted_at is null and a.paused_at is null and a.held_at is null
  and a.plan_state is distinct from 'suspended')`;

/** SQL: visitors may find the website of the studio `accounts a`. */
export const IS_SITE_OPEN = `(${IS_OPEN} and a.site_held_at is null)`;
