import type PhotoSwipe from 'photoswipe';
import type { ComponentType } from 'react';
import type { PublicPhoto } from '#core/api/public.ts';
import type { Tile } from '#web/lib/photo-grid/justified-rows.ts';

export interface TilePartProps {
  photo: PublicPhoto;
  tile: Tile;
  /** As in `scaled`. */
  scale: number | null;
}

export interface LightboxPartProps {
  photo: PublicPhoto;
  swipe: PhotoSwipe;
}

export interface CommentsButtonProps extends LightboxPartProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export interface CommentsProps extends LightboxPartProps {
  onClose: () => void;
}

export interface CompareProps {
  photoIds: readonly string[];
  /** Called when the photos are compared. */
  onCompare: () => void;
}

/** Parts of the grid and the lightbox for choosing photos, in a script that only visitors who may choose load. */
export interface ProofingParts {
  /** Controls beside the link of each photo. */
  TilePart: ComponentType<TilePartProps>;
  /** Buttons in the toolbar of the lightbox. */
  LightboxButtons: ComponentType<LightboxPartProps>;
  /** Panels and messages above the photo. */
  LightboxPart: ComponentType<LightboxPartProps>;
  /** Switches the comments. */
  CommentsButton: ComponentType<CommentsButtonProps>;
  /** Comments on the photo. One element for all photos. */
  Comments: ComponentType<CommentsProps>;
  /** Compares the photo of the lightbox with the next one. */
  CompareButton: ComponentType<LightboxPartProps & Pick<CompareProps, 'onCompare'>>;
  /** Compares selected photos: nothing unless they are two to four. */
  CompareSelection: ComponentType<CompareProps>;
  /** Keys of the lightbox and what they do, beside its own. */
  useKeys: () => readonly (readonly [string, string])[];
}
