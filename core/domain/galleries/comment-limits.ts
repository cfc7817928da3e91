/* Limits of comments, without schemas: the public pages load no zod. */

export const MAX_COMMENT = 2000;
/** Maximum of all points of a comment's strokes: about 8 KB with four digits each. */
export const MAX_STROKE_POINTS = 500;
export const MAX_STROKES = 20;
