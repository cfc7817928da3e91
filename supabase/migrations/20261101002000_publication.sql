-- The publication that zero-cache replicates: exactly the tables of core/zero/schema.ts. A client receives whole rows,
-- so a table or column that no client may see is left out. A test compares this list with the Zero schema, column by
-- column.
create publication zero_studio for table
  public.account_exports,
  public.account_members,
  public.account_usage,
  public.accounts,
  public.currency,
  public.customer_balances,
  public.customer_stats,
  public.customers,
  public.dismissed_duplicates,
  public.galleries,
  public.gallery_events,
  public.gallery_presets,
  public.gallery_sections,
  public.gallery_stats,
  public.grants,
  public.locations,
  public.mail_templates,
  public.messages,
  public.payments,
  public.photo_replacements (
    photo_id, account_id, gallery_id, author_id, status, failure_reason, filename, size, mime_type, created_at,
    updated_at
  ),
  public.photo_stats,
  public.photos (
    id, account_id, author_id, gallery_id, filename, file_id, url_path, status, failure_reason, size, mime_type,
    width, height, orientation, focal_x, focal_y, thumbhash, metadata, "order", captured_at, uploaded_at, updated_at,
    deleted_at, section_id, is_hidden, capture_offset, rotation, rendered_rotation, style_version, rendered_version
  ),
  public.revenue_months,
  public.schedule_plans,
  public.security_events,
  public.session_billing,
  public.session_events,
  public.session_type_prices,
  public.session_types,
  public.sessions,
  public.settings,
  public.team_invites,
  public.watermarks (
    id, account_id, author_id, name, kind, text, position, size, opacity, is_tiled, image_version, image_width,
    image_height, created_at, updated_at
  );
