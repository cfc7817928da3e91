import type { SitePageData, SiteSearchData } from '#core/api/site-page.ts';
import { previewPicture } from '#core/domain/site/site-pictures.ts';

interface Described {
  title: string;
  description: string;
  /** Address of the page. */
  url: string;
  origin: string;
  trail: readonly { title: string; href: string }[];
}

/**
 * Returns schema.org data: the studio as a business, its site, the page's path in it, its photos with their credit, a
 * post and the list of posts as a blog, questions as an FAQ.
 */
export function searchData(
  { studio, page, base, language, journal, posts }: SitePageData,
  { questions, images }: SiteSearchData,
  { title, description, url, origin, trail }: Described,
): object {
  const home = `${origin}${base || '/'}`;
  const business = {
    '@type': 'LocalBusiness',
    '@id': `${home}#studio`,
    name: studio.name,
    url: home,
    ...(studio.email && { email: studio.email }),
    ...(studio.phone && { telephone: studio.phone }),
    ...(studio.address && { address: studio.address }),
    ...(studio.socialMedia.length > 0 && { sameAs: studio.socialMedia.map((one) => one.url) }),
  };
  const author = { '@id': business['@id'] };
  const site = { '@type': 'WebSite', '@id': `${home}#site`, name: studio.name, url: home, publisher: author };
  const breadcrumbs = {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map((one, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: one.title,
      item: origin + one.href,
    })),
  };
  const { date, kind } = page.settings;
  const blog = { '@type': 'Blog', '@id': `${home}#journal` };
  const posting = (of: {
    title: string;
    description: string;
    url: string;
    date: number | null;
    image: string | null;
  }) => ({
    '@type': 'BlogPosting',
    headline: of.title,
    url: of.url,
    ...(of.description && { description: of.description }),
    ...(of.date !== null && { datePublished: new Date(of.date).toISOString() }),
    ...(of.image !== null && { image: of.image }),
    author,
  });
  const [firstImage] = images;
  const post = {
    ...posting({ title, description, url, date: date ?? null, image: firstImage ? origin + firstImage.src : null }),
    mainEntityOfPage: url,
    inLanguage: language,
    isPartOf: blog,
    publisher: author,
  };
  const list = {
    ...blog,
    name: title,
    url,
    inLanguage: language,
    publisher: author,
    blogPost: posts.map((one) => {
      const picture = one.photo?.picture;
      const image = picture ? origin + previewPicture(picture, one.photo!).path : null;
      return posting({ ...one, url: origin + one.href, image });
    }),
  };
  const faq = {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
  const photos = images.map(({ src, width, height, alt }) => ({
    '@type': 'ImageObject',
    contentUrl: origin + src,
    width,
    height,
    ...(alt && { caption: alt }),
    creator: author,
    creditText: studio.name,
    copyrightNotice: studio.name,
  }));
  const graph = [
    business,
    site,
    ...(trail.length > 0 ? [breadcrumbs] : []),
    ...(kind === 'post' ? [post] : []),
    ...(journal ? [list] : []),
    ...(questions.length > 0 ? [faq] : []),
    ...photos,
  ];
  return { '@context': 'https://schema.org', '@graph': graph };
}
