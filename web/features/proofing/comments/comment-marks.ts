import type { CommentRow } from '../types.ts';

/** Returns the point and lines of a comment, as marks on the photo have them. */
export const commentMarks = ({ pinX, pinY, strokes }: CommentRow) => ({
  pin: pinX === null || pinY === null ? null : { x: pinX, y: pinY },
  strokes,
});
