/**
 * Maximum bytes of a file that `POST /api/upload` passes through a function, whose payload is limited. A
 * module of its own, since the edge has no syntax for the others.
 */
export const MAX_DIRECT_UPLOAD_BYTES = 4 * 1024 * 1024;
