import { database } from './support/database.ts';
import { makeGallery } from './support/galleries.ts';
import { makePhotographer, makeUser } from './support/photographer.ts';
import { addFactor, codeNow, signIn } from './support/sign-ins.ts';
import { memberRow, openTeam, part, title } from './support/team.ts';
import { expect, test } from './support/test.ts';

test('an owner lets the support look, who is offered only what it may open', async ({ open, faults }) => {
  const owner = await makePhotographer('Estudi Llum');
  const gallery = await makeGallery(owner);
  const visitor = { ...owner, ...(await makeUser('support')) };
  const secret = await addFactor(visitor, 'Phone');
  // As the command inserts it; the outbox of the stack carries it out.
  await database().query(
    `insert into operators.events (account_id, actor, kind, reason, params, visible_at)
     values ($1, 'Nina', 'enter', 'Photos are missing', $2, now())`,
    [owner.account.id, { email: visitor.email }],
  );
  const asked = async () =>
    (await database().query('select from support_visits where account_id = $1', [owner.account.id])).rowCount;
  await expect.poll(asked).toBe(1);
  const own = await open({ as: owner });
  await openTeam(own);
  await part(own, 'Support access').getByRole('button', { name: 'Allow for 24 hours' }).click();
  await expect(part(own, 'Support access')).toContainText('Can look until');
  const told = own.getByRole('status').filter({ hasText: 'support can look at this studio' });
  await expect(told).toContainText(/\d{2} – .*\d{2}/);

  const page = await open();
  await page.goto('/app');
  await signIn(page, visitor);
  await page.getByLabel('6-digit code').fill(codeNow(secret));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(title(page, 'Hello, Estudi Llum')).toBeVisible();
  await expect(page.getByRole('link', { name: gallery.name }).first()).toBeVisible();
  const sections = page.getByRole('navigation').first().getByRole('link');
  await expect(sections).toHaveText(['Home', 'Galleries', 'Settings']);
  await expect(page.getByRole('heading', { name: 'Coming up' })).toBeHidden();
  await openTeam(page);
  await expect(memberRow(page, owner.email)).toContainText('Owner');

  faults.allowStatus(403, /\/api\//);
  await part(own, 'Support access').getByRole('button', { name: 'End access' }).click();
  await expect(part(own, 'Support access')).toBeHidden();
  await expect(told).toBeHidden();
  await page.reload();
  await expect(title(page, 'Create your studio')).toBeVisible();
});
