/** Where an archive's files lie among the renditions; nothing there is ever served by the distribution. */
export function archivePrefix({ galleryId, id }: { galleryId: string; id: string }): string {
  return `archives/${galleryId}/${id}/`;
}
