import { expect, type Locator, type Page } from '@playwright/test';
import { members } from '#core/api/members.ts';
import type { InvitedRole } from '#core/domain/studio/members.ts';
import type { Photographer } from './photographer.ts';

export const title = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });

/** Section of the team screen with that heading. */
export const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** Row of a member, by their email. */
export const memberRow = (page: Page, email: string): Locator =>
  part(page, 'Members').getByRole('listitem').filter({ hasText: email });

/**
 * Sends an invitation without the screens.
 * @returns the invitation's id
 */
export async function inviteTo(owner: Photographer, email: string, role: InvitedRole): Promise<string> {
  const { inviteId } = await owner.api.call(members.invite, {}, { email, role });
  return inviteId;
}

export async function openTeam(page: Page): Promise<void> {
  await page.goto('/app/settings/team');
  await expect(part(page, 'Members')).toBeVisible();
}

/** Menu with the signed-in user's studios. */
export async function openStudios(page: Page, current: string): Promise<void> {
  await page.getByRole('button', { name: current, exact: true }).click();
  await expect(page.getByRole('menu')).toBeVisible();
}

/** Gives a member another role in the dialog. */
export async function changeRole(page: Page, email: string, to: string): Promise<void> {
  await memberRow(page, email)
    .getByRole('button', { name: /Change .*role$/ })
    .click();
  const dialog = page.getByRole('dialog');
  // The option's accessible name continues with the rights of the role.
  await dialog.getByRole('radio', { name: new RegExp(`^${to}`) }).click();
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect(dialog).toBeHidden();
}
