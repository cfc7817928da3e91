/** SQL: photo `p` is neither hidden itself nor in a hidden section. */
export const IS_NOT_HIDDEN = `not p.is_hidden and not exists (
   select from gallery_sections s where s.id = p.section_id and not s.is_visible)`;

/** SQL: visitors may see photo `p`. Use it wherever photos are shown. */
export const IS_VISIBLE = `p.status = 'ready' and p.deleted_at is null and ${IS_NOT_HIDDEN}`;

/** SQL: photo `p` is a RAW without an image in it. */
export const HAS_NO_PREVIEW = `p.metadata ? 'noPreview'`;

/** SQL: order of photos `p` of gallery `g` with the chosen cover first, and photos without an image last. */
export const COVER_ORDER = `(p.id is not distinct from g.cover_photo_id) desc, ${HAS_NO_PREVIEW},
     coalesce(p.captured_at + p.capture_offset * interval '1 s', p.uploaded_at), p.id`;
