import type { PublicStudio } from '#core/api/public.ts';
import { readLogo } from '#core/domain/branding/logo.ts';
import { readStudioPhoto } from '#core/domain/branding/studio-photos.ts';
import { scriptJson } from './script-json.ts';

/** Returns the element by which a studio's page tells search engines who it is. @param url of the page */
export function businessScript(studio: PublicStudio, url: string, origin: string): string {
  const data = { '@context': 'https://schema.org', ...businessData(studio, url, origin) };
  return `<script type="application/ld+json">${scriptJson(data)}</script>`;
}

/** Returns schema.org's description of a studio. @param url of its page */
function businessData(studio: PublicStudio, url: string, origin: string) {
  const pictures = [
    readLogo(studio.logoUrl),
    readStudioPhoto(studio.coverPhoto) ?? readStudioPhoto(studio.profilePhoto),
  ];
  const [logo, image] = pictures.map((picture) => picture && origin + picture.src);
  return {
    '@type': 'LocalBusiness',
    '@id': `${url}#studio`,
    name: studio.name,
    url,
    ...(studio.bio && { description: studio.bio }),
    ...(studio.email && { email: studio.email }),
    ...(studio.phone && { telephone: studio.phone }),
    ...(studio.address && { address: studio.address }),
    ...(logo && { logo }),
    ...(image && { image }),
    ...(studio.socialMedia.length > 0 && { sameAs: studio.socialMedia.map((one) => one.url) }),
  };
}
