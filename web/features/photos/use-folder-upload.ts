import { useTranslation } from 'react-i18next';
import { sectionName } from '#core/domain/galleries/sections.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import type { ResumableUpload } from '#web/features/uploads/upload-item.ts';
import { useUploads } from '#web/features/uploads/uploads-provider.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { filePath } from '#web/lib/browser/files.ts';
import { newId } from '#web/lib/ids.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { SectionRow } from './sections.ts';

/**
 * Returns a function that uploads files and puts those of subfolders into sections of the same names. Sections that the
 * gallery does not have are added at its end, in the order of the folders. Undo removes them; their photos stay.
 */
export function useFolderUpload() {
  const { t } = useTranslation('sections');
  const { role } = useAccount();
  const { add } = useUploads();
  const mutate = useMutation();

  return async (
    galleryId: string,
    sections: readonly SectionRow[],
    files: readonly File[],
    unfinished: readonly ResumableUpload[] = [],
  ): Promise<void> => {
    const names = can(role, 'galleries.write') ? sectionsOfPaths(files.map(filePath)) : [];
    const ids = new Map(sections.map(({ id, name }) => [name, id]));
    const missing = [...new Set(names)].filter((name) => name !== null && !ids.has(name)) as string[];
    const last = sections.reduce((highest, { order }) => Math.max(highest, order), 0);
    const added: string[] = [];
    /** The server inserts photos into sections that it has: uploads wait for it. */
    let confirmed: Promise<unknown> = Promise.resolve();
    for (const [at, name] of missing.entries()) {
      const id = newId();
      const section = { id, galleryId, name, order: last + 1 + at, now: Date.now() };
      const isLast = at === missing.length - 1;
      const isAdded = await mutate(mutators.sections.create(section), {
        ...(isLast && { done: t('added', { count: missing.length }) }),
        undo: () => added.map((sectionId) => mutators.sections.remove({ id: sectionId, now: Date.now() })),
        onSubmitted: (outcome) => {
          confirmed = outcome;
        },
      });
      // The limit of sections is reached, for one: the other photos go without.
      if (!isAdded) break;
      added.push(id);
      ids.set(name, id);
    }
    await confirmed;
    const sectionOf = new Map(files.map((file, index) => [file, ids.get(names[index] ?? '')]));
    add(galleryId, files, unfinished, (file) => sectionOf.get(file));
  };
}

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
