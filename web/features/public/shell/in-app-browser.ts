/** Instagram, Facebook and Messenger, LinkedIn, Pinterest, Snapchat, TikTok, WeChat, Line; Android's bare web view. */
const IN_APP =
  /Instagram|FBAN|FBAV|FB_IAB|LinkedInApp|Pinterest|Snapchat|musical_ly|TikTok|MicroMessenger|Line\/|; wv\)/;

/** Whether the page stands inside another app. Most of those save no files and say nothing about it. */
export function isInAppBrowser(userAgent: string): boolean {
  return IN_APP.test(userAgent);
}
