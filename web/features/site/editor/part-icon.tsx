import {
  AlignLeft,
  CalendarCheck,
  Clapperboard,
  Columns2,
  GalleryHorizontalEnd,
  Heading,
  Image,
  Images,
  LayoutGrid,
  type LucideIcon,
  Mail,
  MapPin,
  MessageCircleQuestion,
  Minus,
  Newspaper,
  PanelTop,
  Quote,
  RectangleHorizontal,
  Square,
  Tags,
} from 'lucide-react';
import type { BlockKind } from '#core/domain/site/page-blocks.ts';

const ICONS: Readonly<Record<BlockKind, LucideIcon>> = {
  heading: Heading,
  text: AlignLeft,
  image: Image,
  gallery: LayoutGrid,
  slideshow: GalleryHorizontalEnd,
  button: RectangleHorizontal,
  quote: Quote,
  faq: MessageCircleQuestion,
  prices: Tags,
  booking: CalendarCheck,
  contact: Mail,
  map: MapPin,
  embed: Clapperboard,
  galleries: Images,
  posts: Newspaper,
  divider: Minus,
};

/** Icon of a kind of block, `row` or `cell`; a square for a kind of a newer version. */
export function PartIcon({ kind }: { kind: string }) {
  const Icon =
    kind === 'row' ? PanelTop : kind === 'cell' ? Columns2 : ((ICONS as Record<string, LucideIcon>)[kind] ?? Square);
  return <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />;
}
