-- What zero-cache replicates: the tables of core/zero/schema.ts and nothing else. A client sees whole rows, so what
-- a client must not see is not in here. Tests compare this list with the Zero schema, column by column.
create publication zero_studio for table
  public.accounts,
  public.account_members,
  public.account_usage,
  public.currency,
  public.customers,
  public.galleries,
  public.gallery_events,
  public.gallery_stats,
  public.grants,
  public.photos (
    id, account_id, author_id, gallery_id, filename, file_id, url_path, status, failure_reason, size, mime_type,
    width, height, orientation, focal_x, focal_y, thumbhash, metadata, "order", captured_at, uploaded_at, updated_at,
    deleted_at
  ),
  public.settings;
