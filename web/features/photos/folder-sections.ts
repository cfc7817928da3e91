import { sectionName } from '#core/domain/galleries/sections.ts';

/**
 * Returns the section of each path, in the same order: the first folder below the one that contains everything. Files
 * beside those folders are in no section, and neither are files of a folder whose name no section may have.
 */
export function sectionsOfPaths(paths: readonly string[]): (string | null)[] {
  const folders = paths.map((path) => path.split('/').slice(0, -1));
  const [root] = folders[0] ?? [];
  const depth = root !== undefined && folders.every(([first]) => first === root) ? 1 : 0;
  return folders.map((folder) => {
    const name = sectionName.safeParse(folder[depth]?.trim());
    return name.success ? name.data : null;
  });
}
