/** File of the texts of these namespaces, in each language: one request instead of forty. */
export const TEXTS_FILE = 'back-office';

/** Namespaces of the sign-in page, which are part of its HTML. */
export const SIGN_IN_NAMESPACES: string[] = ['common', 'errors', 'auth'];

/**
 * Namespaces of all texts of the back office, loaded before the first paint. One that loads later suspends the screen,
 * which hides what is already on it, and closes an open menu.
 */
export const NAMESPACES: string[] = [
  'common',
  'errors',
  'accounts',
  'activity',
  'app',
  'auth',
  'automations',
  'blocks',
  'branding',
  'cancellation',
  'cards',
  'cms',
  'consent',
  'customers',
  'documents',
  'domains',
  'feed',
  'fonts',
  'galleries',
  'home',
  'import',
  'insights',
  'integrations',
  'leads',
  'looks',
  'mails',
  'notes',
  'payments',
  'photos',
  'pictures',
  'plan',
  'presets',
  'products',
  'proofing',
  'publishing',
  'redirects',
  'schedule',
  'scheduling',
  'sections',
  'security',
  'sessions',
  'settings',
  'team',
  'trash',
  'uploads',
  'watermarks',
  'website',
];
