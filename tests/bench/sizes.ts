/** How much each part measures. */
export interface Sizes {
  /** Rounds whose median is reported. */
  rounds: number;
  /** Starts of each function, whose median is reported. */
  coldStarts: number;
  /** Photos in the smaller and in the larger archive, of `archivePhotoBytes` each. */
  archivePhotos: readonly [few: number, many: number];
  archivePhotoBytes: number;
  /** Photos of a gallery that is downloaded: more than are packed within a request. */
  downloadPhotos: number;
  /** Renames that are sent from one window to another. */
  renames: number;
  /** Photos that are moved to the trash with one mutation, and as many with one mutation each. */
  trashedPhotos: number;
  /** Photos of a gallery that is opened in the back office. */
  hydratedPhotos: number;
  /** Photos of the public galleries, ascending: the last is measured, and compared with the one before. */
  publicPhotos: readonly [number, number, number];
  /** Picks of a client's selection in the largest of them. */
  picks: number;
  /** Photos of the gallery from which a website is made. */
  sitePhotos: number;
  /** Files of an upload over loopback and over a shaped line, of `uploadBytes` each. */
  uploadFiles: number;
  lineUploadFiles: number;
  uploadBytes: number;
  /** Photos of an upload whose processor time on the server is measured. */
  ingestPhotos: number;
  /** Pages of clients that are open at the same time. */
  openPages: number;
  /** Files of the smaller and of the larger upload whose memory is compared, of `uploadMemoryBytes` each. */
  uploadMemoryFiles: readonly [few: number, many: number];
  uploadMemoryBytes: number;
  /** Rows of a studio that is years old; bar 16 of docs/decisions/bars.md names clients and sessions. */
  customers: number;
  sessions: number;
  payments: number;
  /** Fewer and more pages of an event, and photos that become ready together. */
  livePages: readonly [few: number, many: number];
  livePhotos: number;
  /** Studios that are metered. */
  meteredStudios: number;
}

const MB = 1000 ** 2;

export const FULL: Sizes = {
  rounds: 5,
  coldStarts: 9,
  archivePhotos: [40, 160],
  archivePhotoBytes: 10 * MB,
  downloadPhotos: 44,
  renames: 100,
  trashedPhotos: 200,
  hydratedPhotos: 5000,
  publicPhotos: [200, 1000, 5000],
  picks: 500,
  sitePhotos: 12,
  uploadFiles: 50,
  lineUploadFiles: 200,
  openPages: 100,
  uploadBytes: 2 * 1024 * 1024,
  ingestPhotos: 16,
  uploadMemoryFiles: [100, 500],
  uploadMemoryBytes: 10 * MB,
  customers: 10_000,
  sessions: 20_000,
  payments: 50_000,
  livePages: [500, 2000],
  livePhotos: 200,
  meteredStudios: 10_000,
};

/** Shows that every part runs to its end; its figures mean nothing. */
export const MINIATURE: Sizes = {
  rounds: 1,
  coldStarts: 1,
  archivePhotos: [2, 4],
  archivePhotoBytes: MB,
  downloadPhotos: 41,
  renames: 2,
  trashedPhotos: 4,
  hydratedPhotos: 60,
  publicPhotos: [20, 40, 60],
  picks: 10,
  sitePhotos: 2,
  uploadFiles: 4,
  lineUploadFiles: 6,
  openPages: 3,
  uploadBytes: 100_000,
  ingestPhotos: 2,
  uploadMemoryFiles: [2, 4],
  uploadMemoryBytes: 100_000,
  customers: 60,
  sessions: 120,
  payments: 200,
  livePages: [5, 20],
  livePhotos: 60,
  meteredStudios: 60,
};

/** Options of a part. */
export interface PartOptions {
  sizes: Sizes;
  /** Folder with the caller's own photos; generated photos otherwise. */
  photos?: string | undefined;
}
