/**
 * User agents of Instagram, Facebook, Messenger, LinkedIn, Pinterest, Snapchat, TikTok, WeChat, Line and Android's web
 * view.
 */
const IN_APP =
  /Instagram|FBAN|FBAV|FB_IAB|LinkedInApp|Pinterest|Snapchat|musical_ly|TikTok|MicroMessenger|Line\/|; wv\)/;

/** Returns true if the page runs inside another app. Most of these save no files and report no error. */
export function isInAppBrowser(userAgent: string): boolean {
  return IN_APP.test(userAgent);
}
