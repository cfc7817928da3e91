/**
 * Stable codes of all failures that users or integrators can see. The HTTP status is in `core/api/error-status.ts`, the
 * text in `errors:<code>` of each language.
 */
export const ERROR_CODES = [
  'validation_failed',
  'invalid_json',
  'body_required',
  'unauthorized',
  'session_ended',
  'mfa_required',
  'token_invalid',
  'forbidden',
  'scope_missing',
  'token_in_url',
  'not_found',
  'method_not_allowed',
  'channel_required',
  'account_required',
  'account_header_invalid',
  'conflict',
  'studio_read_only',
  'studio_suspended',
  'studio_unavailable',
  'content_blocked',
  'slug_taken',
  'slug_reserved',
  'slug_invalid',
  'account_limit',
  'transition_refused',
  'undo_expired',
  'gallery_access_required',
  'gallery_not_published',
  'gallery_expired',
  'gallery_revoked',
  'password_wrong',
  'download_not_allowed',
  'pin_required',
  'pin_wrong',
  'archive_outdated',
  'archive_expired',
  'archive_failed',
  'limit_reached',
  'watermark_in_use',
  'watermark_missing',
  'invite_invalid',
  'invite_used',
  'invite_expired',
  'invite_other_email',
  'already_invited',
  'already_member',
  'last_owner',
  'confirmation_wrong',
  'recent_sign_in_required',
  'redirect_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
  'upload_missing',
  'upload_mismatch',
  'video_too_long',
  'upload_failed',
  'heic_unsupported',
  'not_an_image',
  'type_mismatch',
  'truncated',
  'corrupt',
  'too_many_pixels',
  'too_large',
  'empty',
  'image_too_complex',
  'logo_has_text',
  'not_a_font',
  'font_collection',
  'font_not_embeddable',
  'font_too_complex',
  'image_param_invalid',
  'image_token_required',
  'edit_conflict',
  'selection_full',
  'selection_closed',
  'selection_incomplete',
  'selection_changed',
  'slot_taken',
  'booking_closed',
  'contact_closed',
  'hold_expired',
  'cutoff_passed',
  'booking_link_invalid',
  'client_link_invalid',
  'proposal_link_invalid',
  'proposal_changed',
  'proposal_closed',
  'digital_consent_required',
  'session_has_payments',
  'session_has_receipt',
  'session_has_contract',
  'contract_changed',
  'contract_incomplete',
  'questionnaire_closed',
  'already_signed',
  'already_answered',
  'session_type_in_use',
  'site_photos_private',
  'refund_too_large',
  'refund_pending',
  'payment_required',
  'payment_not_due',
  'cancellation_changed',
  'withdrawal_over',
  'payment_processing',
  'payment_unreachable',
  'card_payments_off',
  'cap_reached',
  'cap_below_used',
  'plan_needed',
  'webhook_event_invalid',
  'webhook_signature_invalid',
  'receipt_final',
  'template_field_unknown',
  'mail_refused',
  'mail_failed',
  'mail_bounced',
  'mail_complained',
  'mail_suppressed',
  'mail_sending',
  'currency_in_use',
  'rate_limited',
  'unavailable',
  'internal',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** Details that a client may see: the invalid field, and plain values for the text's placeholders. */
export interface ErrorParams {
  /** Path of the field, joined by dots: `data.galleryId`. */
  field?: string;
  /** Further invalid fields, each with its own code. */
  issues?: readonly FieldIssue[];
  /** Seconds until a retry makes sense. */
  retryAfter?: number;
  /** Methods that the path answers, for `method_not_allowed`. */
  allow?: readonly string[];
  [placeholder: string]: unknown;
}

export interface FieldIssue {
  field: string;
  /** zod's issue code, or one of ours. */
  code: string;
}

/** An expected failure. Any other exception is logged and answered as `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams;

  constructor(code: ErrorCode, params: ErrorParams = {}) {
    super(code);
    this.name = 'AppError';
    this.code = code;
    this.params = params;
  }
}

/**
 * Reason of a failed mail: the mail server refused it, sending failed for hours, it came back, its reader marked it as
 * spam, or its address gets no mails after one of these, for another studio.
 */
export type MailError = Extract<
  ErrorCode,
  'mail_refused' | 'mail_failed' | 'mail_bounced' | 'mail_complained' | 'mail_suppressed'
>;

/** What a screen says of a failed mail. */
export type MailFault = 'undelivered' | 'bounced' | 'reported';

/** Returns the fault of a mail as the studio sees it; its text is `errors:<error>`. */
export function mailFault(error: MailError): MailFault {
  if (error === 'mail_complained') return 'reported';
  return error === 'mail_bounced' ? 'bounced' : 'undelivered';
}

/** True if the studio may insist that the address is right: a suppression after a bounce then ends. */
export function mayInsist(error: string | null): boolean {
  return error === 'mail_bounced' || error === 'mail_suppressed';
}
