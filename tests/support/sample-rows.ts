import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { NOUN_TABLES } from './noun-tables.ts';
import { insertAccount, insertCustomer, insertGallery, insertPhoto, insertRow, newId } from './rows.ts';
import type { Db } from './rows.ts';

const HASH = 'a'.repeat(64);
const LATER = new Date('2031-01-01T00:00:00Z');

/** Inserts a studio with a row in every account table, with foreign keys to each other wherever possible. */
export async function insertSampleRows(db: Db): Promise<{ accountId: string; galleryId: string }> {
  const { id: accountId, ownerId } = await insertAccount(db);
  const author = { account_id: accountId, author_id: ownerId };
  const row = { id: '', ...author };
  const customer = await insertCustomer(db, accountId);
  await insertRow(db, 'previous_emails', { account_id: accountId, customer_id: customer, email: 'before@example.org' });
  const another = await insertCustomer(db, accountId);
  // A client without further data: each table of clients has one row here.
  for (const table of ['customer_stats', 'customer_contacts'])
    await db.query(`delete from ${table} where customer_id = $1`, [another]);
  const [customer_id, other_customer_id] = [customer, another].sort();
  await insertRow(db, 'dismissed_duplicates', { customer_id, other_customer_id, ...author });
  const gallery = await insertGallery(db, accountId, { customer_id: customer });
  const photo = await insertPhoto(db, accountId, gallery);
  await db.query('update galleries set cover_photo_id = $1 where id = $2', [photo, gallery]);
  const inGallery = { account_id: accountId, gallery_id: gallery };
  await insertRow(db, 'gallery_secrets', { ...inGallery, password_hash: `$scrypt$${HASH}` });

  await insertRow(db, 'gallery_pins', { ...inGallery, pin_hash: `$scrypt$${HASH}` });
  await insertRow(db, 'gallery_sections', { ...row, id: newId(), gallery_id: gallery, name: 'Ceremony' });
  await insertRow(db, 'domains', { ...row, id: newId(), hostname: 'www.studio.example' });
  for (const noun of NOUN_TABLES) await insertRow(db, noun.table, { ...row, ...noun.row, id: newId() });
  const image = {
    image_version: 1,
    image_key: `watermarks/${accountId}/${newId()}`,
    image_width: 80,
    image_height: 20,
  };
  await insertRow(db, 'watermarks', { ...row, id: newId(), name: 'Studio', kind: 'text', ...image });
  const former = { account_id: accountId, gallery_id: gallery, photo_id: photo };
  await insertRow(db, 'retired_photo_files', { file_id: newId(24), ...former });
  await insertRow(db, 'photo_stats', former);
  const file = { filename: 'a.jpg', size: 1, mime_type: 'image/jpeg', original_key: `${gallery}/${photo}/${newId()}` };
  await insertRow(db, 'photo_replacements', { ...former, author_id: ownerId, ...file });
  const archive = { id: newId(), ...inGallery, size: 'web', fingerprint: HASH, entries: '[]', photo_count: 1 };
  await insertRow(db, 'archives', { ...archive, total_bytes: 1 });
  const mail = { email: 'guest@example.org', language: 'en' };
  await insertRow(db, 'archive_notifications', { id: newId(), ...inGallery, archive_id: archive.id, ...mail });
  const delivery = { mail_id: newId(), address_hash: newId(43), account_id: accountId };
  await insertRow(db, 'mail_deliveries', { ...delivery, subject: 'message', subject_id: newId() });
  await insertRow(db, 'mail_refusals', { address_hash: newId(43), account_id: accountId, reason: 'bounce' });
  await insertRow(db, 'mail_suppressions', { address_hash: newId(43), account_id: accountId, reason: 'bounce' });
  await insertRow(db, 'og_images', { ...inGallery, token: newId(43), file_id: newId(24) });

  const [grant, visitor] = [newId(), newId()];
  await insertRow(db, 'grants', { ...row, id: grant, gallery_id: gallery, email: 'guest@example.org' });
  const token = { token_hash: newId(64), account_id: accountId, grant_id: grant, expires_at: LATER };
  await insertRow(db, 'grant_tokens', token);
  await insertRow(db, 'visitors', { id: visitor, token_hash: newId(64), expires_at: LATER });
  await insertRow(db, 'visitor_access', { visitor_id: visitor, ...inGallery, grant_id: grant });
  const clientLink = newId();
  const page = { customer_id: customer, email: 'ada@example.org', expires_at: LATER };
  await insertRow(db, 'client_links', { ...row, id: clientLink, ...page });
  const secret = { token_hash: newId(64), account_id: accountId, link_id: clientLink };
  await insertRow(db, 'client_link_tokens', secret);
  await insertRow(db, 'client_link_galleries', { visitor_id: visitor, ...inGallery, link_id: clientLink });
  const event = { id: newId(), ...inGallery, photo_id: photo, grant_id: grant, kind: 'viewed' };
  await insertRow(db, 'gallery_events', event);
  await insertRow(db, 'gallery_days', { ...inGallery, day: '2020-02-02', visits: 1 });
  await insertRow(db, 'user_consents', { user_id: ownerId, purpose: 'analytics', version: 1, granted: true });
  await insertRow(db, 'usage_days', { account_id: accountId, day: '2020-02-02', hours: 1, byte_hours: 4 });
  const supportVisit = {
    account_id: accountId,
    user_id: ownerId,
    email: 'nina@example.org',
    reason: 'Photos are missing',
  };
  await insertRow(db, 'operator_events', { account_id: accountId, actor: 'Nina', kind: 'nothing', reason: 'A sample' });
  await insertRow(db, 'support_visits', { ...supportVisit, id: newId() });
  await insertRow(db, 'notices', { id: newId(), kind: 'other', explanation: 'Why', urls: '[]', language: 'en' });
  await insertRow(db, 'usage_samples', { account_id: accountId, bytes: 4 });
  await insertRow(db, 'account_plans', {
    account_id: accountId,
    since: LATER,
    cap: 5000,
    month: '2020-02',
    closed_month: '2020-01',
  });
  const bill = { month: '2020-01', name: 'Studio', prices: 1, currency: 'EUR', byte_hours: 4, download_bytes: 4 };
  const amounts = { lines: '[]', amount: 100, cap: 5000, status: 'paid' };
  await insertRow(db, 'statements', { id: newId(), account_id: accountId, ...bill, ...amounts });
  const agreed = { user_id: ownerId, document: 'prices', version: 1, sha256: HASH, language: 'ca' };
  await insertRow(db, 'agreements', { id: newId(), account_id: accountId, ...agreed });
  await insertRow(db, 'booking_days', { account_id: accountId, day: '2020-02-02', viewed: 2, started: 1 });

  const [sessionType, session, payment] = [newId(), newId(), newId()];
  const photographer = { photographer_id: ownerId };
  await insertRow(db, 'session_types', { ...row, id: sessionType, name: 'Portrait', ...photographer });
  await insertRow(db, 'session_type_prices', { session_type_id: sessionType, ...author, price: 12000 });
  const locationId = newId();
  await insertRow(db, 'locations', { ...row, id: locationId, name: 'Beach' });
  const plan = { session_type_id: sessionType, name: 'Summer', start_date: LATER, location_id: locationId };
  await insertRow(db, 'schedule_plans', { ...row, id: newId(), ...plan });
  const booked = {
    location_id: locationId,
    customer_id: customer,
    session_type_id: sessionType,
    gallery_id: gallery,
    date: LATER,
  };
  await insertRow(db, 'sessions', { ...row, id: session, ...booked, ...photographer });
  const money = { session_id: session, date: LATER, amount: 12000, currency: 'EUR' };
  await insertRow(db, 'payments', { ...row, id: payment, ...money, receipt: 'R-1' });
  await insertRow(db, 'payments', { ...row, id: newId(), ...money, refunds_payment_id: payment });
  await insertChoices(db, {
    account: { account_id: accountId },
    gallery,
    photo,
    person: grant,
    visitor,
    payment,
    customer,
    ownerId,
  });
  const card = { account_id: accountId, stripe_id: `acct_${newId()}`, status: 'active', charges_enabled: true };
  await insertRow(db, 'stripe_accounts', { ...card, author_id: ownerId });
  const paid = { session_id: session, payment_id: payment, purpose: 'deposit', amount: 3000, currency: 'EUR' };
  const stripeCheckout = { stripe_account: card.stripe_id, stripe_session_id: `cs_${newId()}`, expires_at: LATER };
  const booking = { start: LATER.getTime(), client: { name: 'Marta' } };
  await insertRow(db, 'checkouts', {
    id: newId(),
    account_id: accountId,
    ...paid,
    ...stripeCheckout,
    booking: JSON.stringify(booking),
    hold_hash: newId().padEnd(43, '-'),
    payment_intent: `pi_${newId()}`,
    url: 'https://checkout.stripe.com/c/pay/cs',
  });
  const reported = { stripe_account: card.stripe_id, type: 'account.updated' };
  await insertRow(db, 'stripe_events', { event_id: `evt_${newId()}`, ...reported });
  await insertAutomations(db, { accountId, ownerId, sessionType, session });
  await insertWeek(db, { accountId, ownerId, customer, sessionType, session, payment });

  const [sitePage, release] = [newId(), newId()];
  await insertRow(db, 'pages', { ...row, id: sitePage, path: '/about', title: 'About' });
  await insertRow(db, 'cms_settings', author);
  await insertRow(db, 'site_releases', { ...row, id: release, kind: 'published', pages: '[]' });
  await insertRow(db, 'site_script_versions', { ...row, id: newId(), script: 'void 0' });
  await insertRow(db, 'site_release_contents', { release_id: release, account_id: accountId, content: '{}' });
  await insertRow(db, 'site_state', { account_id: accountId, live_release_id: release });
  await insertRow(db, 'site_previews', {
    token_hash: newId().padEnd(43, '-'),
    account_id: accountId,
    user_id: ownerId,
    expires_at: LATER,
  });
  await insertRow(db, 'site_redirects', { account_id: accountId, path: 'about-me', page_id: sitePage });
  const picture = { photo_id: photo, file_id: newId(24), token: `${accountId}/${newId(32)}`, widths: '{400,800}' };
  await insertRow(db, 'site_pictures', { account_id: accountId, ...picture, ready_at: LATER });
  const guestLink = { gallery_id: gallery, account_id: accountId, author_id: ownerId, token_hash: newId(43) };
  await insertRow(db, 'guest_upload_links', guestLink);
  const connection = newId();
  await insertRow(db, 'live_connections', { id: connection, visitor_id: visitor, network: 'x/24', ends_at: LATER });
  const join = { connection_id: connection, account_id: accountId, room: `g:${gallery}` };
  await insertRow(db, 'live_joins', { ...join, authorised_until: LATER });
  await insertRow(db, 'live_rooms', { room: `g:${gallery}`, account_id: accountId });
  await insertRow(db, 'live_photos', { photo_id: photo, ...inGallery, rev: 1 });
  await insertRow(db, 'guest_photos', { photo_id: photo, account_id: accountId, name: 'Marta' });
  const decision = { photo_id: photo, is_permitted: true, decided_by: ownerId };
  await insertRow(db, 'site_photo_permissions', { account_id: accountId, ...decision });
  const font = {
    font_family: 'Own',
    file_name: 'own.woff2',
    url_path: '/api/fonts/own',
    file_size: 10,
    font_type: 'woff2',
  };
  await insertRow(db, 'custom_fonts', { id: newId(), account_id: accountId, user_id: randomUUID(), ...font });
  const asked = { name: 'Mar', email: 'mar@example.org', message: 'Are you free in May?', language: 'ca' };
  await insertRow(db, 'leads', { id: newId(), account_id: accountId, customer_id: customer, ...asked });
  const invitation = { email: 'colleague@example.org', role: 'photographer', expires_at: LATER };
  await insertRow(db, 'team_invites', { ...row, id: newId(), ...invitation });
  const noted = { kind: 'member_invited', actor_id: ownerId, subject_name: 'colleague@example.org' };
  await insertRow(db, 'security_events', { id: newId(), account_id: accountId, ...noted });
  await insertRow(db, 'account_exports', { ...row, id: newId() });
  const signed = { token_hash: newId(43), prefix: 'alb_0123ab', scopes: ['customers:read'], expires_at: LATER };
  await insertRow(db, 'api_tokens', {
    id: newId(),
    account_id: accountId,
    user_id: ownerId,
    name: 'Lightroom',
    ...signed,
  });
  const endpoint = newId();
  const heard = { url: 'https://hooks.example/', events: ['gallery.published'], secret: 'A'.repeat(40) };
  const ended = { previous_secret: 'B'.repeat(40), previous_until: LATER, failing_since: LATER, paused_at: LATER };
  await insertRow(db, 'webhook_endpoints', { ...row, id: endpoint, ...heard, ...ended });
  const sent = {
    event_id: `evt_${newId()}`,
    type: 'gallery.published',
    payload: '{}',
    answer_status: 200,
    attempts: 1,
  };
  const about = { endpoint_id: endpoint, customer_id: customer, gallery_id: gallery, failure: 'status', answer: 'no' };
  await insertRow(db, 'webhook_deliveries', { id: newId(), account_id: accountId, ...about, ...sent, duration_ms: 5 });
  await insertRow(db, 'outbox', { id: newId(), account_id: accountId, kind: 'mail.invite' });
  await insertRow(db, 'rate_limits', { bucket: `verify:${gallery}`, window_start: LATER });
  // Of no transaction that is under way: those take theirs away.
  await insertRow(db, 'pending_totals', { transaction_id: -1, account: accountId, total_key: customer });
  await insertRow(db, 'job_cursors', { name: `walk-${accountId}` });
  await insertProposal(db, { author, customer, clientLink });
  return { accountId, galleryId: gallery };
}

interface Choices {
  account: { account_id: string };
  gallery: string;
  photo: string;
  person: string;
  visitor: string;
  payment: string;
  customer: string;
  ownerId: string;
}

/** What an invited person chooses; their grant has made their row of `gallery_people`. */
async function insertChoices(db: Db, choices: Choices): Promise<void> {
  const { account, gallery, photo, person, visitor, payment, customer, ownerId } = choices;
  const inGallery = { ...account, gallery_id: gallery };
  const of = { ...inGallery, person_id: person };
  await insertRow(db, 'visitor_people', { ...of, visitor_id: visitor });
  await insertRow(db, 'person_tokens', { ...of, token_hash: newId(43), expires_at: LATER });
  const [favourites, selection, comment] = [newId(), newId(), newId()];
  const own = { kind: 'favourites', owner_person_id: person, is_default: true };
  await insertRow(db, 'pick_lists', { id: favourites, ...inGallery, ...own });
  const album = { kind: 'selection', name: 'Album', for_everyone: false, round: 1 };
  await insertRow(db, 'pick_lists', { id: selection, ...inGallery, ...album });
  await insertRow(db, 'pick_list_prices', { list_id: selection, ...account, extra_price: 1500 });
  await insertRow(db, 'list_people', { list_id: selection, ...of });
  await insertRow(db, 'picks', { list_id: selection, photo_id: photo, ...of });
  const round = { list_id: selection, round: 1 };
  await insertRow(db, 'pick_rounds', { ...round, ...of, photo_ids: JSON.stringify([photo]) });
  const charge = { extra_count: 1, amount: 1500, currency: 'EUR', payment_id: payment };
  await insertRow(db, 'pick_round_charges', { ...round, ...account, ...charge });
  const order = { id: selection, ...of, author_id: ownerId, kind: 'gallery', customer_id: customer, currency: 'EUR' };
  await insertRow(db, 'orders', order);
  await db.query("select append_order_line($1, $2, 'list:' || $2, 'Album', 1500)", [account.account_id, selection]);
  const product = { id: newId(), ...account, author_id: ownerId, kind: 'option', amount: 1500 };
  await insertRow(db, 'products', { ...product, texts: { en: { name: 'Album', description: '' } } });
  await insertRow(db, 'order_instalments', {
    order_id: selection,
    position: 1,
    ...account,
    amount: 1500,
    due_at: LATER,
  });
  const said = { ...of, photo_id: photo, file_id: newId(24), list_id: selection, body: 'Brighter, please' };
  await insertRow(db, 'photo_comments', { id: comment, ...said });
  await insertRow(db, 'photo_comments', { id: newId(), ...said, parent_id: comment });
}

/** An accepted proposal, with its link and what was agreed. */
async function insertProposal(
  db: Db,
  {
    author,
    customer,
    clientLink,
  }: { author: { account_id: string; author_id: string }; customer: string; clientLink: string },
): Promise<void> {
  const account = { account_id: author.account_id };
  const first = async (table: string) => {
    const sql = `select id from ${table} where account_id = $1 limit 1`;
    const { rows } = await db.query<{ id: string }>(sql, [account.account_id]);
    return rows[0]!.id;
  };
  const id = newId();
  const booked = {
    lead_id: await first('leads'),
    photographer_id: author.author_id,
    session_type_id: await first('session_types'),
    contract_template_id: await first('contract_templates'),
  };
  const accepted = { status: 'accepted', sent_at: LATER, valid_until: LATER, decided_at: LATER };
  await insertRow(db, 'proposals', { id, ...author, title: 'Wedding', customer_id: customer, ...booked, ...accepted });
  const line = { id: newId(), ...account, proposal_id: id, position: 1, product_id: await first('products') };
  await insertRow(db, 'proposal_lines', { ...line, title: 'Album', unit_amount: 1500 });
  const contacts = await db.query<{ id: string }>('select id from customer_contacts where customer_id = $1', [
    customer,
  ]);
  const link = { token_hash: newId(64), ...account, proposal_id: id, contact_id: contacts.rows[0]!.id };
  await insertRow(db, 'proposal_links', { ...link, client_link_id: clientLink, expires_at: LATER });
  await insertRow(db, 'proposal_agreements', {
    proposal_id: id,
    ...account,
    agreed_text: '{}',
    sha256: HASH,
    at: LATER,
  });
}

async function insertAutomations(
  db: Db,
  { accountId, ownerId, sessionType, session }: Pick<Week, 'accountId' | 'ownerId' | 'sessionType' | 'session'>,
): Promise<void> {
  const step = newId();
  const account = { account_id: accountId };
  const when = { anchor: 'shoot', offset_unit: 'days', offset_amount: -3 };
  const what = { kind: 'checklist', settings: { text: 'Charge the batteries' } };
  await insertRow(db, 'automation_steps', {
    id: step,
    ...account,
    author_id: ownerId,
    session_type_id: sessionType,
    ...when,
    ...what,
  });
  const run = { session_id: session, step_id: step, kind: 'checklist', status: 'done' };
  await insertRow(db, 'automation_runs', { ...account, ...run });
}

interface Week {
  accountId: string;
  ownerId: string;
  customer: string;
  sessionType: string;
  session: string;
  payment: string;
}

/** What hangs on a session and its payment. */
async function insertWeek(
  db: Db,
  { accountId, ownerId, customer, sessionType, session, payment }: Week,
): Promise<void> {
  const account = { account_id: accountId };
  const later = (hours: number) => new Date(LATER.getTime() + hours * HOUR_MS);
  await db.query('update session_billing set payment_amount = 12000 where session_id = $1', [session]);
  await insertRow(db, 'session_events', { id: newId(), ...account, session_id: session, kind: 'created' });
  const mail = { kind: 'session_reminder', language: 'en' };
  const about = { customer_id: customer, session_id: session, recipient: 'ada@example.org' };
  const message = newId();
  await insertRow(db, 'messages', { id: message, ...account, ...about, ...mail, status: 'failed' });
  await insertDocuments(db, { accountId, ownerId, session, sessionType, message });
  await insertRow(db, 'message_payments', { message_id: message, ...account, payment_id: payment });
  await insertRow(db, 'sent_notices', { ...account, notice_key: `session:${session}:${LATER.getTime()}` });
  await insertRow(db, 'mail_templates', { ...account, author_id: ownerId, ...mail, subject: 'Soon', body: 'See you.' });
  const totals = [
    ['customer_stats', { customer_id: customer }],
    ['customer_balances', { customer_id: customer }],
    ['revenue_months', { month: '2031-01', currency: 'EUR' }],
  ] as const;
  // Where no trigger has written them.
  for (const [table, key] of totals) {
    const { rowCount } = await db.query(`select from ${table} where account_id = $1`, [accountId]);
    if (!rowCount) await insertRow(db, table, { ...account, ...key });
  }
  await insertRow(db, 'receipt_counters', { ...account, year: 2031, last: 1 });
  await insertRow(db, 'receipts', { payment_id: payment, ...account, number: 'R-1', data: { client: 'Ada' } });
  const hold = { token_hash: newId(64), starts_at: later(0), ends_at: later(1), expires_at: later(2) };
  await insertRow(db, 'slot_holds', { id: newId(), ...account, session_type_id: sessionType, ...hold });
  const link = { token_hash: newId(64), ...account, session_id: session, expires_at: later(1) };
  await insertRow(db, 'session_links', link);
  await insertRow(db, 'calendar_feeds', { ...account, user_id: ownerId, token_hash: newId(64) });
}

/** A contract to sign and a questionnaire, which the session's type asks for. */
async function insertDocuments(
  db: Db,
  { accountId, ownerId, session, sessionType, message }: Omit<Week, 'customer' | 'payment'> & { message: string },
): Promise<void> {
  const account = { account_id: accountId };
  const [contractTemplate, questionnaireTemplate, contract] = [newId(), newId(), newId()];
  const template = { ...account, author_id: ownerId, name: 'Portrait' };
  await insertRow(db, 'contract_templates', { id: contractTemplate, ...template });
  await insertRow(db, 'questionnaire_templates', { id: questionnaireTemplate, ...template });
  await db.query('update session_types set contract_template_id = $2, questionnaire_template_id = $3 where id = $1', [
    sessionType,
    contractTemplate,
    questionnaireTemplate,
  ]);
  const of = { ...account, session_id: session };
  const sent = { template_id: contractTemplate, title: 'Portrait agreement', language: 'en' };
  await insertRow(db, 'contracts', { id: contract, ...of, ...sent });
  await insertRow(db, 'contract_texts', { contract_id: contract, ...account, source: 'Price: {{price}}' });
  await insertRow(db, 'questionnaires', { id: newId(), ...of, template_id: questionnaireTemplate });
  await insertRow(db, 'message_documents', { message_id: message, ...account, contract_id: contract });
}
