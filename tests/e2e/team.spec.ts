import { HOUR_MS } from '#core/domain/values/durations.ts';
import { insertRow, newId } from '../support/rows.ts';
import { database } from './support/database.ts';
import { escape } from './support/escape.ts';
import { linkIn, mailTo } from './support/mail.ts';
import { notice } from './support/notice.ts';
import { freshEmail, makeMember, makePhotographer, makeUser, PASSWORD } from './support/photographer.ts';
import { changeRole, inviteTo, memberRow, openStudios, openTeam, part, title } from './support/team.ts';
import { expect, test } from './support/test.ts';

test('an invitation by mail creates a member', async ({ open, faults }) => {
  const owner = await makePhotographer('Estudi Llum');
  const email = freshEmail('marta');
  const [desk, other, person] = [await open({ as: owner }), await open({ as: owner }), await open()];
  await openTeam(desk);
  await openTeam(other);
  await expect(part(desk, 'Members')).toContainText('You’re the only member so far.');

  await test.step('enters email and role', async () => {
    await desk.getByRole('button', { name: 'Invite someone' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Invite to Estudi Llum' });
    await dialog.getByLabel('Email').fill('nobody');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Check this email address.');
    await dialog.getByLabel('Email').fill(owner.email.toUpperCase());
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('This person is already on the team.');
    await expect(dialog.getByLabel('Email')).toBeFocused();
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByRole('radio', { name: /^Assistant/ }).click();
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(notice(desk, `The invitation to ${email} is on its way`)).toBeVisible();
    for (const page of [desk, other]) {
      const item = part(page, 'Pending invitations').getByRole('listitem').filter({ hasText: email });
      await expect(item).toContainText('Assistant');
      await expect(item).toContainText(/sent (now|this minute)/);
      await expect(item).toContainText(/until/);
    }
  });

  const link = linkIn(await mailTo(email), '/app/join/');
  await test.step('creates an account from the invitation and returns to it', async () => {
    const requests: string[] = [];
    person.on('request', (request) => requests.push(request.url()));
    await person.goto(link);
    await expect(title(person, 'Join Estudi Llum')).toBeVisible();
    await expect(person.getByText('Your role: Assistant')).toBeVisible();
    await expect(person.getByText(`The invitation is for ${email}.`)).toBeVisible();
    // The server has written all of it.
    expect(requests.filter((url) => /office|\/api\/|\.json$/.test(url))).toEqual([]);
    await person.getByRole('link', { name: 'Create account' }).click();
    await expect(person.getByLabel('Email')).toHaveValue(email);
    await person.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await person.getByRole('button', { name: 'Create account' }).click();
    await expect(title(person, 'Confirm your email')).toBeVisible();
    await person.goto(linkIn(await mailTo(email, { after: 1 }), '/verify'));
    await expect(title(person, 'Join Estudi Llum')).toBeVisible();
  });

  await test.step('joins, and every member sees it', async () => {
    await person.getByRole('button', { name: 'Join Estudi Llum' }).click();
    await expect(title(person, 'Hello, Estudi Llum')).toBeVisible();
    for (const page of [desk, other]) {
      await expect(memberRow(page, email)).toContainText('Assistant');
      await expect(part(page, 'Pending invitations')).toContainText('No pending invitations.');
    }
  });

  await test.step('refuses the invitation a second time', async () => {
    faults.allowStatus(410, '/api/members/invites/look');
    faults.allowStatus(404, '/api/members/invites/look');
    await person.goto(link);
    await expect(title(person, 'This invitation can’t be opened')).toBeVisible();
    await expect(person.getByText('If you joined, go to your studio')).toBeVisible();
    await person.goto(`/app/join/${newId()}`);
    await expect(person.getByText('The link is incomplete, or the studio has closed.')).toBeVisible();
    await person.getByRole('link', { name: 'Go home' }).click();
    await expect(title(person, 'Hello, Estudi Llum')).toBeVisible();
  });

  await test.step('lists all steps in the owner’s security log', async () => {
    await desk.getByRole('link', { name: 'Security log' }).click();
    const log = part(desk, 'Security log');
    await expect(log.getByRole('heading', { name: 'Today' })).toBeVisible();
    await expect(log.getByRole('listitem')).toHaveCount(2);
    await expect(log.getByRole('listitem').first()).toContainText(/marta.* joined the team as Assistant/);
    await expect(log.getByRole('listitem').last()).toContainText(new RegExp(`\\(you\\) invited ${email} as Assistant`));
  });
});

test('a signed-in user joins from the menu and enters the studio immediately', async ({ open }) => {
  const owner = await makePhotographer('Estudi Mar');
  const person = await makePhotographer('Estudi Propi');
  const page = await open({ as: person });
  await page.goto('/app/galleries');
  await expect(title(page, 'Galleries')).toBeVisible();
  // The notice disappears after a reload.
  await page.evaluate(() => (document.body.dataset['visit'] = 'the first'));
  await inviteTo(owner, person.email, 'photographer');
  await openStudios(page, 'Estudi Propi');
  const menu = page.getByRole('menu');
  await menu.getByRole('group', { name: 'Invitations' }).getByRole('menuitem', { name: 'Estudi Mar' }).click();
  await page.getByRole('button', { name: 'Join Estudi Mar' }).click();
  await expect(title(page, 'Hello, Estudi Mar')).toBeVisible();
  await openStudios(page, 'Estudi Mar');
  await expect(menu.getByRole('menuitemcheckbox', { name: 'Estudi Mar' })).toBeChecked();
  await expect(menu.getByRole('menuitemcheckbox', { name: 'Estudi Propi' })).not.toBeChecked();
  await expect(menu.getByRole('group', { name: 'Invitations' })).toBeHidden();
  await expect(page.locator('body[data-visit="the first"]')).toBeAttached();
});

test('declines an invitation and shows it to nobody else', async ({ open, faults }) => {
  const owner = await makePhotographer('Estudi Vent');
  const invited = await makeUser('invited');
  const stranger = await makePhotographer('Estudi Aliè');
  const inviteId = await inviteTo(owner, invited.email, 'admin');
  const page = await open({ as: stranger });
  await page.goto(`/app/join/${inviteId}`);
  await expect(title(page, 'This invitation is for someone else')).toBeVisible();
  await expect(
    page.getByText(`It was sent to ${invited.email}, but you’re signed in as ${stranger.email}.`),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(invited.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click();
  await expect(title(page, 'Invitation declined')).toBeVisible();
  const answered = await database().query('select status from team_invites where id = $1', [inviteId]);
  expect(answered.rows).toEqual([{ status: 'declined' }]);
  await page.getByRole('link', { name: 'Go home' }).click();
  // A user without a studio or an open invitation.
  await expect(title(page, 'Create your studio')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'You’ve been invited' })).toBeHidden();
  faults.allowStatus(410, '/api/members/invites/look');
  await page.goto(`/app/join/${inviteId}`);
  await expect(title(page, 'This invitation can’t be opened')).toBeVisible();
});

test('offers invitations to a user without a studio', { tag: '@long' }, async ({ open }) => {
  const owner = await makePhotographer('Estudi Sol');
  const person = await makeUser('newcomer');
  await inviteTo(owner, person.email, 'photographer');
  const page = await open({ as: { ...owner, ...person } });
  await page.goto('/app');
  await expect(title(page, 'Create your studio')).toBeVisible();
  await expect(part(page, 'You’ve been invited')).toContainText('Estudi Sol');
  await page.getByRole('button', { name: 'Join Estudi Sol' }).click();
  await expect(title(page, 'Hello, Estudi Sol')).toBeVisible();
});

test('resends, revokes and expires an invitation', { tag: '@long' }, async ({ open }) => {
  const owner = await makePhotographer();
  const [early, late] = [freshEmail('early'), freshEmail('late')];
  const earlyId = await inviteTo(owner, early, 'assistant');
  await inviteTo(owner, late, 'assistant');
  await mailTo(early);
  await database().query('update team_invites set expires_at = now() where id = $1', [earlyId]);
  const page = await open({ as: owner });
  await openTeam(page);
  const item = (email: string) => part(page, 'Pending invitations').getByRole('listitem').filter({ hasText: email });
  await expect(item(early)).toContainText('Expired');
  await page.getByRole('button', { name: `Resend the invitation to ${early}` }).click();
  await expect(notice(page, `The invitation to ${early} is on its way`)).toBeVisible();
  await expect(item(early)).not.toContainText('Expired');
  await mailTo(early, { after: 1 });
  await page.getByRole('button', { name: `Revoke the invitation to ${late}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(item(late)).toBeHidden();
  await expect(item(early)).toBeVisible();
});

test('manages the team by keyboard alone', async ({ open }) => {
  const owner = await makePhotographer();
  const assistant = await makeMember(owner, 'assistant');
  const page = await open({ as: owner });
  await openTeam(page);
  const role = memberRow(page, assistant.email).getByRole('button', { name: /Change .*role$/ });
  await role.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('radio', { name: /^Assistant/ }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByRole('radio', { name: /^Photographer/ })).toBeFocused();
  // A key released before the focus has moved only moves the focus.
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('radio', { name: /^Photographer/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Change role' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(role).toHaveText('Photographer');
  await expect(role).toBeFocused();
  await memberRow(page, assistant.email)
    .getByRole('button', { name: /^Remove/ })
    .press('Enter');
  await expect(page.getByRole('alertdialog')).toContainText('They lose access immediately');
  await escape(page.getByRole('alertdialog'));
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(memberRow(page, assistant.email)).toBeVisible();
});

test('loads older entries of the security log', async ({ open }) => {
  const owner = await makePhotographer();
  const began = Date.now();
  for (let index = 0; index < 170; index++) {
    await insertRow(database(), 'security_events', {
      id: newId(),
      account_id: owner.account.id,
      kind: 'password_changed',
      actor_id: owner.session.user.id,
      actor_name: 'Nora',
      // Two entries for each instant: a page may end between them.
      at: new Date(began - Math.ceil(index / 2) * HOUR_MS),
    });
  }
  const page = await open({ as: owner });
  await page.goto('/app/settings/security-log');
  const events = part(page, 'Security log').getByRole('listitem');
  await expect(events).toHaveCount(50);
  await expect(events.first()).toContainText('Nora (you) changed their password');
  const earlier = page.getByRole('button', { name: 'Show earlier events' });
  await earlier.click();
  await expect(events).toHaveCount(150);
  // New entries do not shift loaded ones.
  await insertRow(database(), 'security_events', {
    id: newId(),
    account_id: owner.account.id,
    kind: 'mfa_added',
    actor_id: owner.session.user.id,
    actor_name: 'Nora',
    at: new Date(),
  });
  await expect(events.first()).toContainText('Nora (you) turned on two-step verification on a device');
  await expect(events).toHaveCount(151);
  await expect(earlier).toBeFocused();
  await earlier.press('Enter');
  await expect(events).toHaveCount(171);
  await expect(earlier).toBeHidden();
});

test('applies role changes live in an open window', async ({ open, faults }) => {
  const owner = await makePhotographer('Estudi Riu');
  const member = await makeMember(owner, 'assistant');
  await inviteTo(owner, freshEmail('waiting'), 'assistant');
  const [desk, other] = [await open({ as: owner }), await open({ as: member })];
  await openTeam(desk);
  await openTeam(other);
  const invite = other.getByRole('button', { name: 'Invite someone' });
  await expect(part(other, 'Members')).toContainText('Only owners and admins can invite people and change roles.');
  await expect(invite).toBeHidden();
  await expect(other.getByRole('button', { name: /Change .*role$|^Remove/ })).toHaveCount(0);
  await expect(other.getByRole('link', { name: 'Security log' })).toBeHidden();

  await changeRole(desk, member.email, 'Admin');
  await expect(invite).toBeVisible();
  await expect(part(other, 'Pending invitations').getByRole('listitem')).toHaveCount(1);
  // An admin manages everybody but owners.
  await expect(memberRow(other, owner.email).getByRole('button')).toHaveCount(0);

  await other.goto('/app/galleries/new');
  await expect(title(other, 'New gallery')).toBeVisible();
  await changeRole(desk, member.email, 'Assistant');
  await expect(title(other, 'You don’t have access to this page')).toBeVisible();
  faults.allowShutOut(403);
  await openTeam(other);
  await expect(invite).toBeHidden();
  await expect(part(other, 'Pending invitations')).toBeHidden();
});
