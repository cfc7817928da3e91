/*
 * Allowed content of a studio's CSS: anything new in CSS is refused until it is added here.
 * A name with an escape (`\75rl`) matches no list.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** At-rules with rules in them. Neither `@import`, `@font-face`, `@property`, `@layer`, `@scope` nor `@namespace`. */
export const GROUP_RULES = words('media supports container');
export const KEYFRAMES = words('keyframes -webkit-keyframes');

/** `contain` and `all` could undo the containment of the page; the others run code in old browsers. */
export const REFUSED_PROPERTIES = words(
  'all contain behavior -ms-behavior -moz-binding src unicode-range -webkit-user-modify',
);

/** Permitted functions. Those that load something are absent: `image-set`, `src`, `cross-fade`, `element`, `paint`. */
export const FUNCTIONS = words(
  `var env calc min max clamp round mod rem abs sign sin cos tan asin acos atan atan2 pow sqrt hypot log exp
   rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark
   linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient
   repeating-conic-gradient
   translate translatex translatey translatez translate3d rotate rotatex rotatey rotatez rotate3d scale scalex scaley
   scalez scale3d skew skewx skewy matrix matrix3d perspective
   blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
   cubic-bezier steps linear minmax repeat fit-content circle ellipse inset polygon rect xywh counter counters
   scroll view`,
);

export const PSEUDO_CLASSES = words(
  `hover focus focus-visible focus-within active link visited any-link target
   first-child last-child only-child nth-child nth-last-child first-of-type last-of-type only-of-type nth-of-type
   nth-last-of-type empty root not is where has lang dir
   checked default disabled enabled required optional valid invalid user-valid user-invalid in-range out-of-range
   read-only read-write placeholder-shown indeterminate open`,
);
/** Neither `::backdrop` nor `::view-transition`, which are painted outside the page's box. */
export const PSEUDO_ELEMENTS = words(
  'before after first-line first-letter marker placeholder selection file-selector-button details-content',
);

/** Attributes with typed text or secrets of a page, which selectors may not read. */
export const REFUSED_ATTRIBUTES = words('value nonce csrf token');

/** Pictures of the website: objects of our own, whose log no studio sees. */
export const SITE_URL = /^\/site\/(?!.*\.\.)[\w.-]+(?:\/[\w.-]+)*$/;
