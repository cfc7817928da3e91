import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, waitingSessions } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { NOUN_TABLES } from '../support/noun-tables.ts';
import { insertSampleRows } from '../support/sample-rows.ts';
import { insertAccount, insertGallery, insertPhoto, insertRow, newId } from '../support/rows.ts';
import { constraintOf, refusal } from '../support/refusal.ts';

const long = (length: number) => 'x'.repeat(length);
const ID = [newId(19), newId(21), `${newId(19)}l`, `${newId(19)}A`];
const NAME = ['', '   ', long(201)];
const EMAIL = ['nobody', '@', `${long(320)}@example.org`];
const OBJECT = ['[]', '"text"', '1'];
/** A client has withdrawn from the order. */
const WITHDRAWN = { withdrawn_at: '2030-01-01', withdrawn_name: 'Ada', withdrawn_sources: '[]' };
const LIST = ['{}', '"text"', '1'];
/** Rules of cancelling that are none; what is not JSON is text of JSON. */
const rule = (windows: unknown, isAutomatic: unknown = true) => JSON.stringify({ windows, isAutomatic });
const RULES = [
  ...OBJECT,
  '{}',
  rule([]),
  rule('deposit'),
  rule([{ hours: 1, keeps: 1 }], 1),
  rule(Array.from({ length: 7 }, (_, at) => ({ hours: 7 - at, keeps: 100 }))),
  rule([{ hours: 0, keeps: 100 }]),
  rule([{ hours: 17_521, keeps: 100 }]),
  rule([{ hours: 1, keeps: 101 }]),
  rule([{ hours: 1, keeps: -1 }]),
  rule([{ hours: 1, keeps: 'all' }]),
  rule([{ hours: 1 }]),
  rule([{ keeps: 1 }]),
  rule([1]),
];
const TEXT_20000 = [long(20_001)];
const MAIL_ERROR = ['', 'unavailable', 'Mail_refused'];

/** For every CHECK, changes that it must refuse: values beyond each bound, and each kind of invalid value. */
const REFUSED: Record<string, Record<string, unknown[]>> = {
  ...Object.fromEntries(NOUN_TABLES.map(({ table, refused }) => [table, { [`${table}_id_check`]: ID, ...refused }])),
  accounts: {
    accounts_id_check: [newId(9), newId(11), 'abcdefghil'],
    accounts_name_check: ['', '   ', long(121)],
    accounts_slug_check: ['ab', 'Abc', '-abc', 'abc-', 'a b c', 'a_b', 'nuñez', long(41)],
    accounts_language_check: ['fr', 'EN'],
    accounts_time_zone_check: ['', long(65)],
    accounts_date_format_check: ['', 'german', 'DMY'],
    accounts_currency_code_check: ['eur', 'EURO', '€'],
    accounts_settings_check: OBJECT,
    accounts_plan_state_check: ['', 'closed'],
  },
  account_plans: {
    account_plans_cap_check: [99, 1_000_001],
    account_plans_credit_check: [-1],
    account_plans_prices_check: [0],
    account_plans_free_stored_check: [{ free_stored: -1, free_until: '2028-04' }],
    account_plans_free_until_check: [{ free_stored: 1, free_until: '2028-4' }],
    account_plans_check: [{ free_stored: 1 }, { free_until: '2028-04' }],
    account_plans_month_check: ['2027-13', '2027', ''],
    account_plans_spent_check: [-1],
    account_plans_last_cap_check: [-1, 1_000_001],
    account_plans_closed_month_check: ['2027-00', ''],
    account_plans_limits_check: OBJECT,
    account_plans_noticed_check: OBJECT,
    account_plans_stripe_customer_check: ['', 'acct_1', 'cus_'],
    account_plans_card_label_check: [long(61)],
  },
  statements: {
    statements_id_check: ID,
    statements_month_check: ['2027-13', ''],
    statements_name_check: [long(121)],
    statements_prices_check: [0],
    statements_currency_check: ['eur', 'EURO'],
    statements_byte_hours_check: [-1],
    statements_download_bytes_check: [-1],
    statements_lines_check: LIST,
    statements_amount_check: [-1],
    statements_cap_check: [-1],
    statements_status_check: ['', 'draft'],
    statements_stripe_invoice_check: ['', 'pi_1'],
    statements_number_check: [long(61)],
    statements_page_url_check: ['', 'ftp://x'],
    statements_pdf_url_check: ['', 'javascript:1'],
    statements_total_check: [-1],
  },
  agreements: {
    agreements_id_check: ID,
    agreements_document_check: ['privacy'],
    agreements_version_check: [0],
    agreements_sha256_check: [long(64), 'a'],
    agreements_language_check: ['fr'],
  },
  account_exports: {
    account_exports_id_check: ID,
    account_exports_status_check: ['packing'],
    account_exports_size_check: [-1],
    account_exports_ready_when: [{ status: 'ready' }, { status: 'ready', size: 1, ready_at: '2030-01-01' }],
  },
  account_members: {
    account_members_role_check: ['guest', 'Owner'],
    account_members_name_check: [long(121)],
    account_members_email_check: EMAIL,
  },
  account_usage: {
    account_usage_storage_bytes_check: [-1],
    account_usage_photo_count_check: [-1],
    account_usage_gallery_count_check: [-1],
  },
  archive_notifications: {
    archive_notifications_id_check: ID,
    archive_notifications_email_check: EMAIL,
    archive_notifications_language_check: ['fr', 'EN'],
    archive_notifications_network_hash_check: [long(21), long(23)],
  },
  archives: {
    archives_id_check: ID,
    archives_size_check: ['small', 'Web'],
    archives_fingerprint_check: ['A'.repeat(64), 'a'.repeat(63), 'a'.repeat(65)],
    archives_status_check: ['done'],
    archives_entries_check: LIST,
    archives_parts_check: LIST,
    archives_photo_count_check: [0],
    archives_check: [{ done_count: -1 }, { done_count: 2 }],
    archives_total_bytes_check: [-1],
    archives_done_bytes_check: [-1],
    archives_failure_reason_check: [{ status: 'failed', failure_reason: 'It broke' }],
    archives_reason_of_failure: [{ status: 'failed' }, { failure_reason: 'corrupt' }],
    archives_attempts_check: [-1],
    archives_ready_when: [
      { status: 'ready' },
      { status: 'ready', ready_at: '2030-01-01' },
      { status: 'ready', expires_at: '2030-01-01' },
    ],
  },
  api_tokens: {
    api_tokens_id_check: ID,
    api_tokens_name_check: ['  ', long(81)],
    api_tokens_token_hash_check: [long(42), long(44)],
    api_tokens_prefix_check: ['sk_0123456', 'alb_01234'],
    api_tokens_scopes_check: [...LIST, '[]', '["everything"]'],
    api_tokens_networks_check: [...LIST, JSON.stringify(Array.from({ length: 11 }, () => '10.0.0.0/24'))],
  },
  usage_days: {
    usage_days_hours_check: [-1, 16777216],
    usage_days_byte_hours_check: [-1],
    usage_days_download_bytes_check: [-1],
  },
  support_visits: {
    support_visits_id_check: ID,
    support_visits_email_check: ['', long(321)],
    support_visits_reason_check: [' ', long(2001)],
  },
  notices: {
    notices_id_check: ID,
    notices_kind_check: ['Other!'],
    notices_explanation_check: ['', long(5001)],
    notices_urls_check: ['{}'],
    notices_name_check: [long(121)],
    notices_email_check: [long(321)],
    notices_language_check: ['fr'],
    notices_decision_check: ['Acted!'],
    notices_statement_check: [long(2001)],
  },
  booking_days: { booking_days_viewed_check: [-1], booking_days_started_check: [-1] },
  calendar_feeds: { calendar_feeds_token_hash_check: [long(42), long(65)] },
  checkouts: {
    checkouts_id_check: ID,
    checkouts_stripe_account_check: ['acct', 'cus_1'],
    checkouts_purpose_check: ['tip'],
    checkouts_hold_hash_check: [long(42), long(65)],
    checkouts_booking_check: LIST.slice(1).concat('[]'),
    checkouts_stripe_session_id_check: ['pi_1', 'cs_'],
    checkouts_payment_intent_check: ['cs_1', 'pi_'],
    checkouts_url_check: [long(4001)],
    checkouts_amount_check: [0, -1],
    checkouts_currency_check: ['eur'],
    checkouts_status_check: ['done'],
  },
  client_link_tokens: { client_link_tokens_token_hash_check: [long(42), long(65)] },
  client_links: {
    client_links_id_check: ID,
    client_links_email_check: EMAIL,
    client_links_mail_error_check: MAIL_ERROR,
    client_links_end_after_start: [{ expires_at: '2000-01-01' }],
    client_links_used_when: [{ opened_at: '2030-01-01' }, { last_used_at: '2030-01-01' }],
  },
  cms_settings: {
    cms_settings_default_page_check: [long(201)],
    cms_settings_custom_domain_check: [
      'Studio.com',
      'localhost',
      '-a.com',
      'a..com',
      'núria.cat',
      '127.0.0.1',
      `${long(64)}.com`,
    ],
    cms_settings_seo_title_check: [long(201)],
    cms_settings_seo_description_check: [long(501)],
    cms_settings_seo_keywords_check: LIST,
    cms_settings_favicon_check: [long(501)],
    cms_settings_custom_css_check: [long(100_001)],
    cms_settings_custom_js_check: [long(100_001)],
    cms_settings_custom_css_compiled_check: [long(500_001)],
    cms_settings_custom_js_hosts_check: LIST,
    cms_settings_custom_js_check1: [{ custom_js_on: true }],
  },
  contract_templates: {
    contract_templates_id_check: ID,
    contract_templates_name_check: ['', '   ', long(121)],
    contract_templates_texts_check: OBJECT,
  },
  contract_signers: {
    contract_signers_id_check: ID,
    contract_signers_signer_name_check: [{ signed_at: '2030-01-01', signer_name: long(201) }],
    contract_signers_signer_ip_check: [{ signed_at: '2030-01-01', signer_ip: long(65) }],
    contract_signers_signer_user_agent_check: [{ signed_at: '2030-01-01', signer_user_agent: long(501) }],
    contract_signers_signed_when: [{ signer_name: 'Ada' }, { signer_ip: '203.0.113.1' }, { signer_user_agent: 'x' }],
  },
  contract_texts: {
    contract_texts_source_check: [long(60_001)],
    contract_texts_signed_text_check: [long(200_001)],
    contract_texts_signed_price_check: [-1],
    contract_texts_signed_deposit_check: [-1],
    contract_texts_signer_ip_check: [long(65)],
    contract_texts_signer_user_agent_check: [long(501)],
    contract_texts_signed_sha256_check: ['A'.repeat(64), 'a'.repeat(63)],
    contract_texts_final_sha256_check: ['A'.repeat(64), 'a'.repeat(63)],
    contract_texts_signed_when: [
      { signed_sha256: 'a'.repeat(64) },
      { final_sha256: 'a'.repeat(64) },
      { erase_at: '2030-01-01' },
    ],
  },
  contracts: {
    contracts_id_check: ID,
    contracts_title_check: NAME,
    contracts_language_check: ['fr', 'EN'],
    contracts_status_check: ['countersigned'],
    contracts_signer_name_check: [long(201)],
    contracts_signed_duration_check: [0, 10_081],
    contracts_countersigner_name_check: [long(201)],
    contracts_signed_when: [
      { status: 'signed' },
      { signed_at: '2030-01-01', signed_date: '2030-01-01', signed_duration: 60 },
    ],
    contracts_countersigned_when: [{ countersigned_at: '2030-01-01' }],
  },
  currency: {
    currency_code_check: ['eur', 'EURO'],
    currency_symbol_check: ['', long(9)],
    currency_position_check: ['middle'],
  },
  custom_fonts: {
    custom_fonts_id_check: ID,
    custom_fonts_font_family_check: ['', long(101)],
    custom_fonts_file_name_check: ['', long(256)],
    custom_fonts_url_path_check: ['https://elsewhere.example/font'],
    custom_fonts_file_size_check: [0, 10_485_761],
    custom_fonts_font_type_check: ['svg'],
    custom_fonts_metadata_check: OBJECT,
  },
  automation_steps: {
    automation_steps_id_check: ID,
    automation_steps_position_check: [-1, 1001],
    automation_steps_anchor_check: ['paid'],
    automation_steps_offset_unit_check: ['weeks'],
    automation_steps_time_of_day_check: [-1, 1440],
    automation_steps_kind_check: ['sms'],
    automation_steps_settings_check: OBJECT,
    automation_steps_offset_within: [
      { offset_amount: -731 },
      { offset_amount: 731 },
      { offset_unit: 'hours', offset_amount: 169 },
    ],
    automation_steps_not_before: [
      { anchor: 'booked', offset_amount: 0 },
      { anchor: 'delivered', offset_unit: 'hours', offset_amount: -1 },
    ],
  },
  automation_runs: {
    automation_runs_kind_check: ['sms'],
    automation_runs_status_check: ['planned'],
    automation_runs_reason_check: ['', 'No Mail', long(61)],
  },
  customers: {
    customers_id_check: ID,
    customers_name_check: NAME,
    customers_email_check: EMAIL,
    customers_phone_check: [long(41)],
    customers_notes_check: TEXT_20000,
    customers_language_check: ['fr'],
    customers_tags_check: LIST,
    customers_address_check: [long(1001)],
    customers_tax_id_check: [long(61)],
  },
  customer_contacts: {
    customer_contacts_id_check: ID,
    customer_contacts_name_check: [long(201)],
    customer_contacts_email_check: EMAIL,
    customer_contacts_phone_check: [long(41)],
    customer_contacts_language_check: ['fr'],
  },
  customer_balances: {
    customer_balances_photographer_check: [long(37)],
    customer_balances_billed_check: [-1],
    customer_balances_paid_check: [-1],
    customer_balances_owed_check: [-1],
  },
  customer_stats: { customer_stats_session_count_check: [-1] },
  pick_list_prices: { pick_list_prices_extra_price_check: [0, -1] },
  pick_lists: {
    pick_lists_id_check: ID,
    pick_lists_kind_check: [{ kind: 'wishes', is_default: false }],
    pick_lists_name_check: [long(121)],
    pick_lists_status_check: ['closed'],
    pick_lists_min_count_check: [0, 10_001],
    pick_lists_max_count_check: [0, 10_001],
    pick_lists_included_count_check: [-1, 10_001],
    pick_lists_version_check: [-1],
    pick_lists_round_check: [-1],
    pick_lists_owned: [{ owner_person_id: null }],
    pick_lists_default: [{ is_default: true, kind: 'selection', owner_person_id: null }],
    pick_lists_limits: [
      { min_count: 2, max_count: 1 },
      { included_count: 2, max_count: 1 },
    ],
  },
  pick_round_charges: {
    pick_round_charges_round_check: [0],
    pick_round_charges_extra_count_check: [0],
    pick_round_charges_amount_check: [-1],
    pick_round_charges_currency_check: ['eur'],
  },
  pick_rounds: {
    pick_rounds_round_check: [0],
    pick_rounds_photo_ids_check: LIST,
    pick_rounds_note_check: [long(2001)],
  },
  picks: {
    picks_state_check: ['love'],
    picks_rating_check: [-1, 6],
    picks_label_check: ['pink'],
  },
  previous_emails: { previous_emails_email_check: [...EMAIL, 'Ada@example.org'] },
  galleries: {
    galleries_id_check: [newId(26), newId(25)],
    galleries_name_check: NAME,
    galleries_description_check: [long(10_001)],
    galleries_status_check: ['expired', 'Draft'].map((status) => ({ status, published_at: '2030-01-01' })),
    galleries_previous_status_check: ['expired'],
    galleries_visibility_check: ['private'],
    galleries_sort_by_check: ['name'],
    galleries_cover_style_check: ['huge'],
    galleries_settings_check: OBJECT,
    galleries_published_once: [{ status: 'published' }, { status: 'hidden' }, { status: 'archived' }],
    galleries_password_set: [{ visibility: 'password' }],
  },
  gallery_events: {
    gallery_events_id_check: ID,
    gallery_events_kind_check: ['liked'],
    gallery_events_size_check: ['small'],
    gallery_events_photo_count_check: [0],
  },
  gallery_people: {
    gallery_people_id_check: ID,
    gallery_people_role_check: ['member', 'Guest'],
    gallery_people_name_check: [long(121)],
    gallery_people_email_check: EMAIL,
    gallery_people_color_check: [-1, 8],
  },
  gallery_pins: {
    gallery_pins_pin_hash_check: ['1234', long(201)],
    gallery_pins_version_check: [0],
  },
  domains: {
    domains_id_check: ID,
    domains_hostname_check: [
      'Studio.com',
      'localhost',
      '-a.com',
      'a..com',
      'núria.cat',
      '127.0.0.1',
      `${long(64)}.com`,
    ],
    domains_proof_check: ['', 'g'.repeat(32)],
    domains_status_check: ['gone'],
    domains_failure_reason_check: [{ status: 'failed', failure_reason: 'It broke' }],
    domains_found_check: [...LIST, JSON.stringify([long(4000)])],
    domains_tenant_id_check: ['', long(129)],
    domains_reason_of_failure: [{ status: 'failed' }, { failure_reason: 'caa' }],
    domains_removed_when: [{ status: 'removed' }, { removed_at: '2030-01-01' }],
    domains_lost_when: [{ status: 'lost' }, { lost_at: '2030-01-01' }],
  },
  gallery_secrets: {
    gallery_secrets_password_hash_check: ['plain', long(201)],
    gallery_secrets_password_version_check: [0],
  },
  gallery_sections: {
    gallery_sections_id_check: ID,
    gallery_sections_name_check: ['', '   ', long(121)],
    gallery_sections_order_check: ['NaN', 'Infinity', '-Infinity', 1e16],
    gallery_sections_sort_by_check: ['name'],
    gallery_sections_translations_check: OBJECT,
  },
  gallery_days: {
    gallery_days_visits_check: [-1],
    gallery_days_views_check: [-1],
    gallery_days_downloads_check: [-1],
    gallery_days_picks_check: [-1],
  },
  gallery_stats: {
    gallery_stats_photo_count_check: [-1],
    gallery_stats_ready_count_check: [-1],
    gallery_stats_failed_count_check: [-1],
    gallery_stats_original_bytes_check: [-1],
    gallery_stats_visitor_count_check: [-1],
    gallery_stats_view_count_check: [-1],
    gallery_stats_download_count_check: [-1],
  },
  grant_tokens: {
    grant_tokens_device_count_check: [-1, 6],
    grant_tokens_token_hash_check: [long(42), long(65), `${long(42)}+`],
    grant_tokens_redirect_to_check: [
      'https://elsewhere.example',
      '//elsewhere.example',
      '/\\elsewhere',
      `/${long(2000)}`,
    ],
  },
  sent_notices: { sent_notices_notice_key_check: ['', long(101)] },
  grants: {
    grants_id_check: ID,
    grants_label_check: [long(201)],
    grants_message_check: [long(1001)],
    grants_email_check: [...EMAIL, ''],
    grants_status_check: ['open'],
    grants_mail_error_check: MAIL_ERROR,
    grants_revoked_when: [{ status: 'revoked' }, { revoked_at: '2030-01-01' }],
  },
  mail_deliveries: {
    mail_deliveries_mail_id_check: ['', 'short', 'A'.repeat(20), 'a'.repeat(101)],
    mail_deliveries_address_hash_check: ['', 'ada@example.org', 'a'.repeat(42)],
    mail_deliveries_subject_check: ['session'],
    mail_deliveries_subject_id_check: ID,
    mail_deliveries_subject_pair: [{ subject: null }, { subject_id: null }],
    mail_deliveries_part_check: ['all'],
    mail_deliveries_network_hash_check: [long(21), long(23)],
    mail_deliveries_outcome_check: ['opened'],
    mail_deliveries_outcome_when: [{ outcome: 'bounce' }, { outcome_at: '2030-01-01' }],
  },
  mail_refusals: {
    mail_refusals_address_hash_check: ['', 'ada@example.org', 'a'.repeat(42)],
    mail_refusals_reason_check: ['unsubscribed'],
  },
  mail_suppressions: {
    mail_suppressions_address_hash_check: ['', 'ada@example.org', 'a'.repeat(42)],
    mail_suppressions_reason_check: ['unsubscribed'],
  },
  guest_photos: { guest_photos_name_check: [long(121)] },
  guest_upload_links: {
    guest_upload_links_token_hash_check: ['', 'short', long(44)],
  },
  live_connections: {
    live_connections_id_check: ['', long(129)],
    live_connections_network_check: ['', long(61)],
    live_connections_message_count_check: [-1],
    live_connections_member: [{ user_id: '00000000-0000-4000-8000-000000000000', visitor_id: null }],
    live_connections_who: [{ user_id: '00000000-0000-4000-8000-000000000000', member_of: '0123456789' }],
  },
  live_joins: {
    live_joins_room_check: ['', 'x:0123456789', 'l:short', `g:${long(27)}`],
    live_joins_person_id_check: [long(37)],
    live_joins_place_check: [long(41)],
  },
  live_photos: { live_photos_rev_check: [0] },
  live_rooms: {
    live_rooms_room_check: ['', 'x:0123456789', 'l:short'],
    live_rooms_rev_check: [-1],
    live_rooms_reset_rev_check: [-1],
    live_rooms_sent_rev_check: [-1],
  },
  leads: {
    leads_id_check: ID,
    leads_name_check: NAME,
    leads_email_check: EMAIL,
    leads_phone_check: [long(41)],
    leads_message_check: ['', long(4001)],
    leads_preferred_date_check: ['tomorrow', '2026-1-1', '21.11.2026'],
    leads_language_check: ['fr', 'EN'],
    leads_status_check: ['read', 'New'],
    leads_spam_signs_check: LIST,
  },
  locations: {
    locations_id_check: ID,
    locations_name_check: NAME,
    locations_address_check: [long(1001)],
    locations_notes_check: TEXT_20000,
  },
  mail_templates: {
    mail_templates_kind_check: ['', 'News', 'news letter', long(41)],
    mail_templates_language_check: ['fr', 'EN'],
    mail_templates_subject_check: ['', '   ', long(201)],
    mail_templates_body_check: ['', '   ', long(10_001)],
  },
  message_documents: { message_documents_any: [{ contract_id: null }] },
  messages: {
    messages_id_check: ID,
    messages_kind_check: ['', 'News', 'news letter', long(41)],
    messages_recipient_check: EMAIL,
    messages_language_check: ['fr', 'EN'],
    messages_status_check: ['lost'],
    messages_error_check: ['Connection refused', 'x'],
    messages_mail_id_check: ['short', `${long(101)}`],
    messages_sent_when: [{ status: 'sent' }, { sent_at: '2030-01-01' }],
  },
  og_images: {
    og_images_token_check: [long(42), long(44), `${long(42)}/`],
    og_images_fingerprint_check: ['0f', 'A'.repeat(64)],
  },
  outbox: {
    outbox_id_check: ID,
    outbox_kind_check: ['', 'Mail', 'a', 'mail invite'],
    outbox_payload_check: OBJECT,
    outbox_dedupe_key_check: ['', long(201)],
    outbox_attempts_check: [-1],
    outbox_last_error_check: [long(2001)],
    outbox_trace_check: [long(65)],
  },
  pages: {
    pages_id_check: ID,
    pages_path_check: ['', '/About', long(201)],
    pages_title_check: ['', long(201)],
    pages_description_check: [long(1001)],
    pages_layout_check: ['', long(61)],
    pages_rows_check: LIST,
    pages_blocks_check: LIST,
    pages_settings_check: OBJECT,
  },
  payments: {
    payments_id_check: ID,
    payments_amount_check: [-1],
    payments_currency_check: ['eur'],
    payments_method_check: [long(61)],
    payments_status_check: ['overdue'],
    payments_notes_check: TEXT_20000,
    payments_stripe_id_check: ['pi', 'PI_1'],
    payments_dispute_check: ['closed'],
    payments_purpose_check: ['tip'],
    payments_previous_status_check: ['overdue'],
  },
  retired_photo_files: { retired_photo_files_file_id_check: [newId(23), newId(25), `${newId(23)}u`] },
  person_tokens: { person_tokens_token_hash_check: [long(42), long(65)] },
  visitor_people: { visitor_people_network_hash_check: [long(21), long(23)] },
  photo_comments: {
    photo_comments_id_check: ID,
    photo_comments_file_id_check: ['', long(24).toUpperCase()],
    photo_comments_body_check: [long(2001)],
    photo_comments_pin_x_check: [
      { pin_x: -0.1, pin_y: 0 },
      { pin_x: 1.1, pin_y: 0 },
    ],
    photo_comments_pin_y_check: [
      { pin_x: 0, pin_y: -0.1 },
      { pin_x: 0, pin_y: 1.1 },
    ],
    photo_comments_strokes_check: [...LIST, JSON.stringify([long(16_000)])],
    photo_comments_author: [{ user_id: randomUUID() }, { person_id: null }],
    photo_comments_pin: [{ pin_x: 0.5 }, { pin_y: 0.5 }],
    photo_comments_content: [{ body: '' }],
  },
  photo_replacements: {
    photo_replacements_status_check: ['ready'],
    photo_replacements_failure_reason_check: [{ status: 'failed', failure_reason: 'It broke' }],
    photo_replacements_reason_of_failure: [{ status: 'failed' }, { failure_reason: 'corrupt' }],
    photo_replacements_filename_check: ['', long(256)],
    photo_replacements_size_check: [-1, 5_368_709_121],
    photo_replacements_mime_type_check: ['a', long(101)],
    photo_replacements_original_key_check: ['elsewhere/photo/original'],
    photo_replacements_sha256_check: ['A'.repeat(64), 'a'.repeat(63)],
    photo_replacements_upload_id_check: ['', long(1025)],
  },
  photo_stats: { photo_stats_view_count_check: [-1], photo_stats_download_count_check: [-1] },
  photos: {
    photos_id_check: ID,
    photos_filename_check: ['', long(256)],
    photos_file_id_check: [newId(23), newId(25), `${newId(23)}u`],
    photos_status_check: ['done'],
    photos_failure_reason_check: [{ status: 'failed', failure_reason: 'It broke' }],
    photos_reason_of_failure: [{ status: 'failed' }, { failure_reason: 'corrupt' }],
    photos_original_known: [{ original_key: null }, { original_key: null, status: 'processing' }],
    photos_ready_is_measured: [{ width: null }, { height: null }],
    photos_original_key_check: ['elsewhere/photo/original'],
    photos_size_check: [-1, 5_368_709_121],
    photos_mime_type_check: ['a', long(101)],
    photos_width_check: [0, 100_001],
    photos_height_check: [0, 100_001],
    photos_orientation_check: [0, 9],
    photos_focal_x_check: [-0.1, 1.1, 'NaN'].map((focal_x) => ({ focal_x, focal_y: 0 })),
    photos_focal_y_check: [-0.1, 1.1, 'NaN'].map((focal_y) => ({ focal_x: 0, focal_y })),
    photos_focal_pair: [{ focal_x: 0.5 }, { focal_y: 0.5 }],
    photos_thumbhash_check: [long(101)],
    photos_metadata_check: OBJECT,
    photos_no_location: ['gps', 'GPS', 'GPSLatitude', 'GPSLongitude', 'latitude', 'longitude'].map((key) => ({
      metadata: JSON.stringify({ [key]: 41.4 }),
    })),
    photos_order_check: ['NaN', 'Infinity', 1e16],
    photos_sha256_check: ['A'.repeat(64), 'a'.repeat(63)],
    photos_etag_check: ['', long(129)],
    photos_capture_offset_check: [-1_576_800_001, 1_576_800_001],
    photos_rotation_check: [45, 360, -90],
    photos_rendered_rotation_check: [45, 360, -90],
    photos_web_size_check: [0, -1],
    photos_style_version_check: [0],
    photos_rendered_version_check: [0],
    photos_upload_id_check: ['', long(1025)],
  },
  rate_limits: { rate_limits_bucket_check: ['', long(201)], rate_limits_count_check: [-1] },
  questionnaire_templates: {
    questionnaire_templates_id_check: ID,
    questionnaire_templates_name_check: ['', '   ', long(121)],
    questionnaire_templates_texts_check: OBJECT,
    questionnaire_templates_questions_check: LIST,
  },
  questionnaires: {
    questionnaires_id_check: ID,
    questionnaires_texts_check: OBJECT,
    questionnaires_questions_check: LIST,
    questionnaires_answers_check: OBJECT,
  },
  receipt_counters: { receipt_counters_year_check: [1899, 2201], receipt_counters_last_check: [-1] },
  revenue_months: {
    revenue_months_month_check: ['2026-13', '2026', '26-11'],
    revenue_months_photographer_check: [long(37)],
    revenue_months_currency_check: ['eur'],
    revenue_months_received_check: [-1],
    revenue_months_refunded_check: [-1],
    revenue_months_payment_count_check: [-1],
  },
  schedule_plans: {
    schedule_plans_id_check: ID,
    schedule_plans_name_check: NAME,
    schedule_plans_days_of_week_check: LIST,
    schedule_plans_time_slots_check: LIST,
    schedule_plans_location_check: [long(1001)],
    schedule_plans_max_bookings_per_day_check: [0, 1001],
    schedule_plans_buffer_time_check: [-1, 1441],
    schedule_plans_end_after_start: [{ start_date: '2030-01-02', end_date: '2030-01-01' }],
  },
  site_pictures: {
    site_pictures_photo_id_check: ID,
    site_pictures_file_id_check: ['', long(24).toUpperCase()],
    site_pictures_token_check: ['', long(42), `${long(10)}/${long(31)}`],
  },
  site_previews: { site_previews_token_hash_check: ['short', long(44)] },
  site_redirects: { site_redirects_path_check: ['', long(201)] },
  site_release_contents: { site_release_contents_content_check: OBJECT },
  site_releases: {
    site_releases_id_check: ID,
    site_releases_kind_check: ['draft'],
    site_releases_pages_check: LIST,
  },
  site_script_versions: {
    site_script_versions_id_check: ID,
    site_script_versions_script_check: ['', long(100_001)],
    site_script_versions_hosts_check: LIST,
  },
  site_state: { site_state_check: [{ publish_at: '2030-01-01' }] },
  orders: {
    orders_id_check: ID,
    orders_kind_check: ['', 'Session'],
    orders_status_check: ['', 'Placed'],
    orders_currency_check: ['eur'],
    orders_withdrawn_name_check: [{ ...WITHDRAWN, withdrawn_name: long(121) }],
    orders_withdrawn_sources_check: [{ ...WITHDRAWN, withdrawn_sources: '{}' }],
    orders_withdrawal: [{ withdrawn_at: '2030-01-01' }, { withdrawal_settled_at: '2030-01-01' }],
  },
  products: {
    products_id_check: ID,
    products_kind_check: ['', 'Package'],
    products_texts_check: ['[]', '"Album"'],
    products_amount_check: [-1],
    products_withdrawal_check: ['none'],
  },
  proposals: {
    proposals_id_check: ID,
    proposals_title_check: [long(201)],
    proposals_message_check: [long(4001)],
    proposals_duration_check: [0, 10_081],
    proposals_location_check: [long(1001)],
    proposals_discount_amount_check: [-1],
    proposals_discount_percent_check: [-1, 101],
    proposals_plan_check: LIST,
    proposals_status_check: [{ status: 'lapsed', decided_at: null }],
    proposals_signer_name_check: [long(201)],
    proposals_reason_check: [long(1001)],
    proposals_sent_when: [{ sent_at: null }, { valid_until: null }, { is_template: true }, { customer_id: null }],
    proposals_decided_when: [{ decided_at: null }, { status: 'draft' }],
  },
  proposal_lines: {
    proposal_lines_id_check: ID,
    proposal_lines_position_check: [-1, 1_000_001],
    proposal_lines_title_check: [long(201)],
    proposal_lines_description_check: [long(2001)],
    proposal_lines_quantity_check: [0, 1000],
    proposal_lines_unit_amount_check: [-1],
    proposal_lines_choice_check: ['any'],
    proposal_lines_group_name_check: [long(81)],
    proposal_lines_amount: [{ quantity: 2, unit_amount: 2_000_000_000 }],
  },
  proposal_links: { proposal_links_token_hash_check: [long(42), long(65)] },
  proposal_agreements: {
    proposal_agreements_sha256_check: ['A'.repeat(64), 'a'.repeat(63)],
    proposal_agreements_ip_check: [long(65)],
    proposal_agreements_user_agent_check: [long(501)],
    proposal_agreements_digital_sources_check: ['{}'],
  },
  order_instalments: {
    order_instalments_position_check: [0, 25],
    order_instalments_amount_check: [0],
  },
  order_totals: {
    order_totals_total_check: [{ total: -1, paid: 0, open: -1 }],
    order_totals_paid_check: [{ total: 0, paid: -1, open: 1 }],
    order_totals_refunded_check: [-1],
    order_totals_open: [{ total: 1, paid: 0, open: 0 }],
    order_totals_payment_status_check: ['overdue'],
  },
  session_billing: {
    session_billing_payment_status_check: ['overdue'],
    session_billing_payment_amount_check: [-1],
    session_billing_deposit_amount_check: [-1],
    session_billing_paid_amount_check: [-1],
    session_billing_refunded_amount_check: [-1],
    session_billing_kept_amount_check: [-1],
  },
  session_events: {
    session_events_id_check: ID,
    session_events_kind_check: ['paid'],
    session_events_details_check: OBJECT,
  },
  session_links: {
    session_links_token_hash_check: [long(42), long(65)],
    session_links_client_name_check: ['', long(121)],
    session_links_client_address_check: [long(1001)],
    session_links_network_hash_check: [long(21), long(23)],
  },
  session_type_prices: {
    session_type_prices_price_check: [-1],
    session_type_prices_deposit_check: [-1],
    session_type_prices_deposit_within: [{ price: 100, deposit: 101 }],
  },
  session_types: {
    session_types_online_payment_check: ['all'],
    session_types_cancellation_check: RULES,
    session_types_id_check: ID,
    session_types_name_check: NAME,
    session_types_description_check: [long(10_001)],
    session_types_duration_check: [0, 10_081],
    session_types_max_clients_check: [0, 1001],
    session_types_color_check: ['black', '#fff', '#00000g'],
    session_types_settings_check: OBJECT,
  },
  sessions: {
    sessions_id_check: ID,
    sessions_duration_check: [0, 10_081],
    sessions_type_check: [long(201)],
    sessions_location_check: [long(1001)],
    sessions_notes_check: TEXT_20000,
    sessions_status_check: ['rescheduled', 'no-show'],
    sessions_previous_status_check: ['rescheduled'],
    sessions_source_check: ['visitor'],
    sessions_client_message_check: [long(4001)],
    sessions_checklist_check: LIST,
    sessions_cancellation_check: RULES,
  },
  settings: { settings_key_check: ['', 'Theme', 'a.b.c', 'a b', `a${long(64)}`] },
  slot_holds: {
    slot_holds_id_check: ID,
    slot_holds_token_hash_check: [long(42), long(65)],
    slot_holds_holder_check: [long(65)],
    slot_holds_end_after_start: [{ ends_at: '2000-01-01' }],
  },
  slug_history: { slug_history_slug_check: ['Old'] },
  job_cursors: { job_cursors_name_check: ['', long(41)], job_cursors_position_check: [long(1025)] },
  security_events: {
    security_events_id_check: ID,
    security_events_kind_check: ['signed_in', 'Member_left'],
    security_events_actor_name_check: [long(321)],
    security_events_subject_name_check: [long(321)],
    security_events_details_check: OBJECT,
  },
  team_invites: {
    team_invites_id_check: ID,
    team_invites_email_check: EMAIL,
    team_invites_role_check: ['owner', 'guest', 'Admin'],
    team_invites_status_check: ['opened', 'expired', 'Sent'],
    team_invites_mail_error_check: MAIL_ERROR,
    team_invites_responded_when: [
      { status: 'accepted' },
      { status: 'declined' },
      { status: 'revoked' },
      { responded_at: '2030-01-01' },
    ],
  },
  pending_totals: { pending_totals_total_key_check: ['', long(21)] },
  visitor_access: { visitor_access_password_version_check: [0], visitor_access_pin_version_check: [0] },
  visitors: {
    visitors_id_check: ID,
    visitors_token_hash_check: [long(42), long(65)],
    visitors_end_after_start: [{ expires_at: '2000-01-01' }],
  },
  stripe_accounts: {
    stripe_accounts_stripe_id_check: ['acct', 'cus_1'],
    stripe_accounts_status_check: ['connected'],
    stripe_accounts_active: [{ charges_enabled: false }],
  },
  stripe_events: {
    stripe_events_event_id_check: ['evt', 'ev_1'],
    stripe_events_stripe_account_check: [long(65)],
    stripe_events_type_check: ['', long(101)],
  },
  webhook_deliveries: {
    webhook_deliveries_id_check: ID,
    webhook_deliveries_event_id_check: ['evt_short', long(30)],
    webhook_deliveries_type_check: ['gallery.deleted'],
    webhook_deliveries_payload_check: ['', long(200_001)],
    webhook_deliveries_status_check: ['lost'],
    webhook_deliveries_attempts_check: [-1],
    webhook_deliveries_failure_check: ['moon'],
    webhook_deliveries_answer_status_check: [99, 1000],
    webhook_deliveries_answer_check: [long(1025)],
    webhook_deliveries_duration_ms_check: [-1],
  },
  webhook_endpoints: {
    webhook_endpoints_id_check: ID,
    webhook_endpoints_url_check: ['ftp://hooks.example', `https://${long(2000)}`],
    webhook_endpoints_description_check: [long(201)],
    webhook_endpoints_events_check: [...LIST, '[]', '["gallery.deleted"]'],
    webhook_endpoints_secret_check: [long(39), '!'.repeat(40)],
    webhook_endpoints_previous_secret_check: [long(39)],
    webhook_endpoints_previous: [{ previous_secret: null }, { previous_until: null }],
    webhook_endpoints_paused: [{ failing_since: null }],
  },
  user_consents: { user_consents_purpose_check: ['sale'], user_consents_version_check: [0] },
  watermarks: {
    watermarks_id_check: ID,
    watermarks_name_check: ['', '   ', long(121)],
    watermarks_kind_check: ['logo'],
    watermarks_text_check: [long(201)],
    watermarks_position_check: ['middle', 'top left'],
    watermarks_size_check: [4, 101],
    watermarks_opacity_check: [4, 101],
    watermarks_image_version_check: [-1],
    watermarks_image_width_check: [0, 4097],
    watermarks_image_height_check: [0, 4097],
    watermarks_check: [{ image_key: 'elsewhere/mark' }, { image_key: 'watermarks/0000000000/mark' }],
    watermarks_image: [{ image_version: 0 }, { image_key: null }, { image_width: null }, { image_height: null }],
  },
};

/** A constraint of one column is named after it; others list whole changes. */
const columnOf = (table: string, constraint: string) => constraint.slice(table.length + 1, -'_check'.length);

const CASES = Object.entries(REFUSED).flatMap(([table, constraints]) =>
  Object.entries(constraints).flatMap(([constraint, changes]) =>
    changes.map((change) => ({
      table,
      constraint,
      change:
        typeof change === 'object' && change !== null
          ? (change as Record<string, unknown>)
          : { [columnOf(table, constraint)]: change },
    })),
  ),
);

let database: TestDatabase;
let ours: { accountId: string; galleryId: string };
let theirs: { accountId: string; galleryId: string };

beforeAll(async () => {
  database = await createDatabase();
  ours = await insertSampleRows(database.pool);
  theirs = await insertSampleRows(database.pool);
  await database.pool.query("insert into slug_history (slug) values ('an-old-one')");
});
afterAll(() => database?.drop());

/** Every case expects a refusal, so no cleanup is needed. */
const change = (table: string, columns: Record<string, unknown>) => {
  const set = Object.keys(columns).map((name, index) => `"${name}" = $${index + 1}`);
  return database.pool.query(`update ${table} set ${set.join(', ')}`, Object.values(columns));
};

/** Constraints that single-row tests below cover. */
const OF_ONE_ROW = [
  'customers_merged_into_another',
  'galleries_held',
  'photos_held',
  'operator_events_actor_check',
  'operator_events_check',
  'operator_events_id_check',
  'operator_events_kind_check',
  'operator_events_outcome_check',
  'operator_events_params_check',
  'operator_events_reason_check',
  'order_lines_position_check',
  'order_lines_source_check',
  'order_lines_title_check',
  'order_lines_quantity_check',
  'order_lines_unit_amount_check',
  'order_lines_discount_check',
  'order_lines_amount',
  'order_lines_withdrawal_check',
  'dismissed_duplicates_differ',
  'payments_refunds_another',
  'photos_source_filename_check',
  'payments_receipt_check',
  'receipts_data_check',
  'receipts_number_check',
];

it('every table has a sample row', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
  );
  for (const { name } of rows) {
    const found = await database.pool.query(`select from ${name} limit 1`);
    expect(found.rowCount, `${name}: add it to tests/support/sample-rows.ts`).toBe(1);
  }
});

describe('checks', () => {
  it.each(CASES)('$constraint refuses $change', async ({ table, constraint, change: columns }) => {
    expect(await refusal(change(table, columns))).toEqual({ code: '23514', constraint });
  });

  it('each has a case', async () => {
    const found = await database.pool.query<{ name: string }>(
      "select conname as name from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace",
    );
    const tried = new Set(CASES.map(({ constraint }) => constraint));
    for (const name of OF_ONE_ROW) tried.add(name);
    expect(found.rows.map(({ name }) => name).toSorted()).toEqual([...tried].toSorted());
  });

  it('refuse to publish a held gallery, and to show a held photo', async () => {
    const published = database.pool.query(`update galleries set held_at = now(), status = 'published'`);
    expect(await refusal(published)).toEqual({ code: '23514', constraint: 'galleries_held' });
    const shown = database.pool.query('update photos set held_at = now(), is_hidden = false');
    expect(await refusal(shown)).toEqual({ code: '23514', constraint: 'photos_held' });
  });

  it.each([
    ['id', 'short'],
    ['actor', ' '],
    ['actor', long(121)],
    ['kind', 'Suspend!'],
    ['reason', ' '],
    ['reason', long(2001)],
    ['params', '[]'],
    ['outcome', 'Done!'],
    ['visible_at', new Date(Date.now() + 200 * 86_400_000).toISOString()],
  ])('refuse an operator event with %s %j', async (column, value) => {
    const event = { actor: 'Nina', kind: 'suspend', reason: 'Spam', [column]: value };
    const constraint = `operator_events_${column === 'visible_at' ? '' : `${column}_`}check`;
    expect(await refusal(insertRow(database.pool, 'operator_events', event))).toEqual({ code: '23514', constraint });
  });

  it('refuse merging a customer into themselves', async () => {
    const itself = database.pool.query('update customers set merged_into = id');
    expect(await refusal(itself)).toEqual({ code: '23514', constraint: 'customers_merged_into_another' });
  });

  it('refuse a duplicate pair of one customer', async () => {
    const itself = database.pool.query('update dismissed_duplicates set other_customer_id = customer_id');
    expect(await refusal(itself)).toEqual({ code: '23514', constraint: 'dismissed_duplicates_differ' });
  });

  it.each(['', long(256)])('a photo’s first name cannot be %j', async (name) => {
    const { accountId, galleryId } = ours;
    const inserted = insertPhoto(database.pool, accountId, galleryId, { source_filename: name });
    expect(await refusal(inserted)).toEqual({ code: '23514', constraint: 'photos_source_filename_check' });
  });

  it('refuse a payment that refunds itself', async () => {
    const itself = database.pool.query('update payments set refunds_payment_id = id');
    expect(await refusal(itself)).toEqual({ code: '23514', constraint: 'payments_refunds_another' });
  });

  it.each([
    ['order_lines_position_check', { position: 0 }],
    ['order_lines_source_check', { source: 'List' }],
    ['order_lines_source_check', { source: 'list:1' }],
    ['order_lines_title_check', { title: long(201) }],
    ['order_lines_quantity_check', { quantity: 0 }],
    ['order_lines_unit_amount_check', { unit_amount: -1, discount: 0, amount: -1 }],
    ['order_lines_discount_check', { discount: -1, unit_amount: 1, amount: 2 }],
    ['order_lines_amount', { unit_amount: 2, amount: 3 }],
    ['order_lines_withdrawal_check', { withdrawal: 'none' }],
  ])('%s refuses a new line with %j', async (constraint, values) => {
    const { rows } = await database.pool.query('select id from orders where account_id = $1', [ours.accountId]);
    const line = {
      order_id: rows[0].id,
      account_id: ours.accountId,
      position: 99,
      source: 'other',
      amount: 1,
      ...values,
    };
    expect(await refusal(insertRow(database.pool, 'order_lines', line))).toEqual({ code: '23514', constraint });
  });

  it.each(['', long(61)])('a receipt number cannot be %j', async (receipt) => {
    const numbered = database.pool.query('update payments set receipt = $1 where receipt is null', [receipt]);
    expect(await refusal(numbered)).toEqual({ code: '23514', constraint: 'payments_receipt_check' });
  });

  it.each([
    ['receipts_number_check', { number: '' }],
    ['receipts_number_check', { number: long(61) }],
    ['receipts_data_check', { data: [] }],
  ])('%s refuses a new receipt of %j', async (constraint, values) => {
    const { rows } = await database.pool.query('select id from payments where account_id = $1 and receipt is null', [
      ours.accountId,
    ]);
    const receipt = { payment_id: rows[0].id, account_id: ours.accountId, number: 'R-9', data: {}, ...values };
    expect(await refusal(insertRow(database.pool, 'receipts', receipt))).toEqual({ code: '23514', constraint });
  });

  it('freeze a receipt except for its customer', async () => {
    const final = { code: '23514', constraint: 'receipts_are_final' };
    expect(await refusal(change('receipts', { number: 'R-2' }))).toEqual(final);
    expect(await refusal(change('receipts', { data: '{"amount": 1}' }))).toEqual(final);
    await change('receipts', { data: '{"client": "—"}' });
    await change('receipts', { cancelled_at: '2030-01-01' });
    expect(await refusal(change('receipts', { cancelled_at: null }))).toEqual(final);
  });

  it('freeze a signature except for its name, which an erasure removes', async () => {
    const { rows } = await database.pool.query('select id from contract_signers where account_id = $1', [
      ours.accountId,
    ]);
    const set = (values: string) =>
      database.pool.query(`update contract_signers set ${values} where id = $1`, [rows[0].id]);
    await set(`signed_at = '2030-01-01', signer_name = 'Ada', signer_ip = '203.0.113.1'`);
    for (const change of ['signed_at = now()', 'signed_at = null', `signer_ip = ''`, `signer_user_agent = 'x'`])
      expect(await refusal(set(change)), change).toMatchObject({ constraint: 'signed_contracts_are_final' });
    await set(`signer_name = ''`);
  });

  it('freeze a signed contract except for its counter-signature and its end', async () => {
    const of = { contract_id: newId(), account_id: ours.accountId };
    const { rows } = await database.pool.query('select id from sessions where account_id = $1', [ours.accountId]);
    const contract = {
      id: of.contract_id,
      account_id: ours.accountId,
      session_id: rows[0].id,
      title: 'T',
      language: 'en',
    };
    await insertRow(database.pool, 'contracts', contract);
    const signed = { signed_text: 'As read', signed_sha256: 'a'.repeat(64) };
    await insertRow(database.pool, 'contract_texts', { ...of, source: 'x', ...signed });
    const set = (values: string) =>
      database.pool.query(`update contract_texts set ${values} where contract_id = $1`, [of.contract_id]);
    await set(`final_sha256 = repeat('b', 64), erase_at = now()`);
    const final = { code: '23514', constraint: 'signed_contracts_are_final' };
    for (const change of [
      `signed_text = 'Other'`,
      `signed_sha256 = repeat('c', 64)`,
      `signer_ip = '203.0.113.1'`,
      `signed_price = 1`,
      `final_sha256 = repeat('c', 64)`,
    ])
      expect(await refusal(set(change)), change).toEqual(final);
    await database.pool.query('delete from contracts where id = $1', [of.contract_id]);
  });

  it('freeze a receipt number', async () => {
    const final = { code: '23514', constraint: 'payments_receipt_is_final' };
    expect(await refusal(change('payments', { receipt: 'R-2' }))).toEqual(final);
    expect(await refusal(change('payments', { receipt: null }))).toEqual(final);
  });
});

type ForeignKey = {
  name: string;
  child: string;
  columns: string[];
  parent: string;
  parentColumns: string[];
  /** Columns of the child that are unique across all accounts, alone or combined. */
  key: string[];
};

const FOREIGN_KEYS = `
  select c.conname as name, c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
    (select array_agg(a.attname::text order by k.n) from unnest(c.conkey) with ordinality k (num, n)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num) as columns,
    (select array_agg(a.attname::text order by k.n) from unnest(c.confkey) with ordinality k (num, n)
      join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.num) as "parentColumns",
    (select coalesce(array_agg(a.attname::text), '{}') from pg_index i join pg_attribute a
      on a.attrelid = i.indrelid and a.attnum = any (i.indkey) where i.indrelid = c.conrelid and i.indisunique
      and not exists (select from pg_attribute o where o.attrelid = i.indrelid and o.attnum = any (i.indkey)
        and o.attname = 'account_id')) as key
  from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace order by 1`;

const foreignKeys = async () => (await database.pool.query<ForeignKey>(FOREIGN_KEYS)).rows;

describe('foreign keys', () => {
  it('refuse a parent of another account, each of them', async () => {
    const composite = (await foreignKeys()).filter(({ columns }) => columns.length > 1);
    expect(composite.length).toBeGreaterThan(20);
    const inserted = insertPhoto(database.pool, ours.accountId, theirs.galleryId);
    expect(await constraintOf(inserted)).toBe('photos_gallery');
    const photo = await insertPhoto(database.pool, theirs.accountId, theirs.galleryId);
    const replacing = insertRow(database.pool, 'photo_replacements', {
      photo_id: photo,
      account_id: ours.accountId,
      gallery_id: theirs.galleryId,
      author_id: randomUUID(),
      filename: 'a.jpg',
      size: 1,
      mime_type: 'image/jpeg',
      original_key: `${theirs.galleryId}/${photo}/new`,
    });
    expect(await constraintOf(replacing)).toBe('photo_replacements_photo');
    const { rows } = await database.pool.query('select id from payments where account_id = $1 and receipt is null', [
      theirs.accountId,
    ]);
    const receipt = { payment_id: rows[0].id, account_id: ours.accountId, number: 'R-8', data: {} };
    expect(await constraintOf(insertRow(database.pool, 'receipts', receipt))).toBe('receipts_payment');
    const { rows: orders } = await database.pool.query('select id from orders where account_id = $1', [
      theirs.accountId,
    ]);
    const line = { order_id: orders[0].id, account_id: ours.accountId, position: 98, source: 'other', amount: 1 };
    expect(await constraintOf(insertRow(database.pool, 'order_lines', line))).toBe('order_lines_order');
    const product = await database.pool.query('select id from products where account_id = $1', [theirs.accountId]);
    const { rows: own } = await database.pool.query('select id from orders where account_id = $1', [ours.accountId]);
    const sold = { ...line, order_id: own[0].id, product_id: product.rows[0].id };
    expect(await constraintOf(insertRow(database.pool, 'order_lines', sold))).toBe('order_lines_product');
    // A photo's original key contains its gallery, and its CHECK would refuse the update first; receipts and lines are
    // immutable.
    const tried = ['photos_gallery', 'photo_replacements_photo', 'receipts_payment'];
    tried.push('order_lines_order', 'order_lines_product');
    for (const key of composite.filter(({ name }) => !tried.includes(name)))
      expect(await pointAtForeignParent(key, composite), key.name).toBe(key.name);
  });

  it('between tables of an account all include the account', async () => {
    const owned = new Set(
      (
        await database.pool.query<{ name: string }>(
          "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'account_id'",
        )
      ).rows.map(({ name }) => name),
    );
    const keys = (await foreignKeys()).filter(({ child, parent }) => owned.has(child) && owned.has(parent));
    expect(keys.filter(({ columns }) => columns[0] !== 'account_id').map(({ name }) => name)).toEqual([]);
    const anchored = new Set(
      (await foreignKeys()).filter((key) => key.columns[0] === 'account_id').map((key) => key.child),
    );
    expect([...owned].filter((table) => !anchored.has(table))).toEqual([]);
  });

  it('restrict a cover to its own gallery', async () => {
    const other = await insertGallery(database.pool, ours.accountId);
    const photo = await insertPhoto(database.pool, ours.accountId, other);
    const cover = database.pool.query('update galleries set cover_photo_id = $1 where id = $2', [
      photo,
      ours.galleryId,
    ]);
    expect(await constraintOf(cover)).toBe('galleries_cover_photo');
  });

  it('keep a gallery whose cover or customer is deleted', async () => {
    const customer = await database.pool.query('select customer_id from galleries where id = $1', [theirs.galleryId]);
    await database.pool.query('delete from photos where gallery_id = $1', [theirs.galleryId]);
    await database.pool.query('delete from sessions where account_id = $1', [theirs.accountId]);
    await database.pool.query('delete from orders where account_id = $1', [theirs.accountId]);
    await database.pool.query('delete from proposals where account_id = $1', [theirs.accountId]);
    await database.pool.query('delete from customers where id = $1', [customer.rows[0].customer_id]);
    const left = await database.pool.query(
      'select account_id, customer_id, cover_photo_id from galleries where id = $1',
      [theirs.galleryId],
    );
    expect(left.rows).toEqual([{ account_id: theirs.accountId, customer_id: null, cover_photo_id: null }]);
  });

  it('delete everything of an account, and nothing else', async () => {
    const { accountId } = await insertSampleRows(database.pool);
    // Links between rows that cascade by different paths.
    for (const bond of [
      'update galleries t set watermark_id = w.id from watermarks w where w.account_id = t.account_id',
      'update photos t set section_id = s.id from gallery_sections s where s.gallery_id = t.gallery_id',
    ])
      expect((await database.pool.query(`${bond} and t.account_id = $1`, [accountId])).rowCount).toBe(1);
    await database.pool.query('delete from accounts where id = $1', [accountId]);
    const tables = (await foreignKeys()).filter(({ columns }) => columns[0] === 'account_id').map(({ child }) => child);
    for (const table of new Set(tables)) {
      const rows = await database.pool.query(`select account_id from ${table}`);
      const accounts = rows.rows.map((row) => row.account_id);
      expect(accounts, table).not.toContain(accountId);
      if (table !== 'slug_history') expect(accounts, table).toContain(ours.accountId);
    }
  });
});

const dependentsOf = (table: string, all: ForeignKey[]) => [
  ...new Set(all.filter(({ parent, child }) => parent === table && child !== table).map(({ child }) => child)),
];

/** True if rows of `target` depend on rows of `table`, over any number of tables. */
function reaches(table: string, target: string, all: ForeignKey[], seen: ReadonlySet<string> = new Set()): boolean {
  if (seen.has(table)) return false;
  const dependents = dependentsOf(table, all);
  return (
    dependents.includes(target) || dependents.some((next) => reaches(next, target, all, new Set([...seen, table])))
  );
}

/**
 * Points our row at their parent in a transaction that is rolled back.
 * @returns the constraint that refuses it
 */
async function pointAtForeignParent(key: ForeignKey, all: ForeignKey[]): Promise<string | undefined> {
  const [column, parentColumn] = [key.columns.at(-1), key.parentColumns.at(-1)];
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    const parent = await client.query(`select "${parentColumn}" as id from ${key.parent} where account_id = $1`, [
      theirs.accountId,
    ]);
    // Dependent rows of our row would refuse first: delete them where our row does not depend on them in turn.
    const dependents = dependentsOf(key.child, all);
    // Lines cannot be deleted, and do not depend on an order's parents.
    const others = dependents.filter((table) => table !== 'order_lines' && !reaches(table, key.child, all));
    for (const table of others) await client.query(`delete from ${table} where account_id = $1`, [ours.accountId]);
    // A row that shares its parent's key: delete theirs, and ours but one, or a unique key would refuse first.
    if (key.key.includes(String(column))) {
      await client.query(`delete from ${key.child} where account_id = $1`, [theirs.accountId]);
      const one = `select ctid from ${key.child} where account_id = $1 limit 1`;
      await client.query(`delete from ${key.child} where account_id = $1 and ctid <> (${one})`, [ours.accountId]);
    }
    // Rows without a parent stay so if there are others: a CHECK may require it.
    const own = `from ${key.child} where account_id = $2 and "${column}" is not null`;
    const point = client.query(
      `update ${key.child} set "${column}" = $1
       where account_id = $2 and ("${column}" is not null or not exists (select ${own}))`,
      [parent.rows[0].id, ours.accountId],
    );
    return await constraintOf(point);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('slugs', () => {
  const slugs = () => database.pool;

  it('are unique regardless of case', async () => {
    await insertAccount(slugs(), { slug: 'taken-slug' });
    expect(await constraintOf(insertAccount(slugs(), { slug: 'taken-slug' }))).toBe('accounts_slug_key');
    expect(await constraintOf(insertAccount(slugs(), { slug: 'Taken-Slug' }))).toBe('accounts_slug_check');
  });

  it('keep redirecting to their account after a change', async () => {
    const { id } = await insertAccount(slugs(), { slug: 'first-name' });
    const rename = (slug: string) => slugs().query('update accounts set slug = $1 where id = $2', [slug, id]);
    await rename('second-name');
    expect(await constraintOf(insertAccount(slugs(), { slug: 'first-name' }))).toBe('slug_history_pkey');
    await rename('first-name');
    const history = await slugs().query('select slug from slug_history where account_id = $1', [id]);
    expect(history.rows).toEqual([{ slug: 'second-name' }]);
  });

  it('of a deleted account are not reused', async () => {
    const { id } = await insertAccount(slugs(), { slug: 'gone-studio' });
    await slugs().query("update accounts set slug = 'gone-studio-2' where id = $1", [id]);
    await slugs().query('delete from accounts where id = $1', [id]);
    for (const slug of ['gone-studio', 'gone-studio-2']) {
      expect(await constraintOf(insertAccount(slugs(), { slug }))).toBe('slug_history_pkey');
    }
  });

  it('released and taken concurrently are refused', async () => {
    const { id } = await insertAccount(slugs(), { slug: 'contested' });
    const [leaving, taking] = [await slugs().connect(), await slugs().connect()];
    try {
      await leaving.query('begin');
      await leaving.query("update accounts set slug = 'moved-on' where id = $1", [id]);
      const taken = constraintOf(insertAccount(taking, { slug: 'contested' }));
      await expect.poll(() => waitingSessions(slugs())).toBe(1);
      await leaving.query('commit');
      expect(await taken).toBe('slug_history_pkey');
    } finally {
      leaving.release();
      taking.release();
    }
  });
});

describe('a new account', () => {
  it('gets default settings', async () => {
    const { id } = await insertAccount(database.pool);
    const settings = await database.pool.query('select key, value from settings where account_id = $1', [id]);
    const byKey = Object.fromEntries(settings.rows.map((row) => [row.key, row.value]));
    expect(Object.keys(byKey)).toHaveLength(23);
    expect(byKey).toMatchObject({
      'theme.template': 'modern',
      'theme.primaryColor': '#3B82F6',
      'theme.menuFont': 'Inter',
      'theme.menuTransparency': 'glass',
      'theme.updatedAt': 0,
      'theme.logoUrl': '',
      currency: { symbol: '€', code: 'EUR', position: 'before' },
      'cms.settings': { defaultPage: '', customDomainEnabled: false },
    });
    expect(Object.keys(byKey.photographer).toSorted()).toEqual([
      'address',
      'bio',
      'businessName',
      'coverPhoto',
      'email',
      'lockedDays',
      'phone',
      'profilePhoto',
      'socialMedia',
      'website',
    ]);
    expect(byKey.photographer.socialMedia).toEqual([]);
  });

  it('has one currency in all tables', async () => {
    const { id } = await insertAccount(database.pool, { currency_code: 'GBP' });
    const written = async () => {
      const row = await database.pool.query('select code, symbol, position from currency where account_id = $1', [id]);
      const setting = await database.pool.query(
        "select value from settings where account_id = $1 and key = 'currency'",
        [id],
      );
      expect(setting.rows[0].value).toEqual(row.rows[0]);
      return row.rows[0];
    };
    expect(await written()).toEqual({ code: 'GBP', symbol: '£', position: 'before' });
    await database.pool.query("update accounts set currency_code = 'CHF' where id = $1", [id]);
    expect(await written()).toEqual({ code: 'CHF', symbol: 'CHF', position: 'before' });
  });
});
