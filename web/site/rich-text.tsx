import type { ReactNode } from 'react';
import type { SitePageData } from '#core/api/site-page.ts';
import { inLanguage } from '#core/domain/values/per-language.ts';
import type { RichNode, RichSpan, SiteRichText } from '#core/domain/site/page-blocks.ts';
import { SiteLink } from './site-link.tsx';

interface RichTextProps {
  data: SitePageData;
  text: SiteRichText | undefined;
  /** Element of its headings. */
  heading?: 'h2' | 'h3';
}

/** Rich text as HTML elements; React escapes every text. */
export function RichText({ data, text, heading: Heading = 'h3' }: RichTextProps) {
  const nodes = inLanguage<RichNode[]>(text as RichNode[], data.language, data.studio.language) ?? [];
  return nodes.map((node, index) => {
    if (node.type === 'h3') {
      return (
        <Heading key={index} className="text-title sub">
          {spans(data, node.children)}
        </Heading>
      );
    }
    if (node.type === 'p') return <p key={index}>{spans(data, node.children)}</p>;
    const List = node.ordered ? 'ol' : 'ul';
    return (
      <List key={index}>
        {node.items.map((item, position) => (
          <li key={position}>{spans(data, item)}</li>
        ))}
      </List>
    );
  });
}

function spans(data: SitePageData, line: readonly RichSpan[]): ReactNode {
  return line.map(({ text, bold, italic, link }, index) => {
    let content: ReactNode = text;
    if (italic) content = <em>{content}</em>;
    if (bold) content = <strong>{content}</strong>;
    return link ? (
      <SiteLink key={index} data={data} link={link}>
        {content}
      </SiteLink>
    ) : (
      <span key={index}>{content}</span>
    );
  });
}

/** Returns rich text as plain text, for search engines. */
export function plainText(data: Pick<SitePageData, 'language' | 'studio'>, text: SiteRichText | undefined): string {
  const nodes = inLanguage<RichNode[]>(text as RichNode[], data.language, data.studio.language) ?? [];
  const lines = nodes.flatMap((node) => (node.type === 'list' ? node.items : [node.children]));
  return lines.map((line) => line.map((span) => span.text).join('')).join('\n');
}
