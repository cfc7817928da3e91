/** Of `photos p`: neither hidden themselves nor in a hidden section. */
export const IS_NOT_HIDDEN = `not p.is_hidden and not exists (
   select from gallery_sections s where s.id = p.section_id and not s.is_visible)`;

/** What visitors may see. Asked of `photos p` wherever they are shown. */
export const IS_VISIBLE = `p.status = 'ready' and p.deleted_at is null and ${IS_NOT_HIDDEN}`;

/** Of `photos p` of `galleries g`: the chosen cover, else the first photo. */
export const COVER_ORDER = `(p.id is not distinct from g.cover_photo_id) desc,
     coalesce(p.captured_at + p.capture_offset * interval '1 s', p.uploaded_at), p.id`;
