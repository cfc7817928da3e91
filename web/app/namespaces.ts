/**
 * Namespaces of all texts of the back office beside `common` and `errors`, loaded before the first paint. One that loads
 * later suspends the screen, which hides what is already on it, and closes an open menu.
 */
export const NAMESPACES = (
  'accounts activity app auth blocks branding cms consent customers domains feed fonts galleries home import insights leads looks ' +
  'mails notes payments photos pictures presets proofing publishing redirects schedule scheduling sections security sessions ' +
  'settings team trash uploads watermarks website'
).split(' ');
