import { importedGallery, type ImportedGallery } from '#core/domain/studio/imports.ts';
import { MAX_SECTIONS, sectionName } from '#core/domain/galleries/sections.ts';
import { timeZone } from '#core/domain/values/time.ts';
import type { KnownClient } from './client-matcher.ts';
import type { ImportTable, Mapping } from './import-table.ts';
import { type DayOrder, dayOrderOf, instantOf, readDate, readInstant } from './read-cells.ts';
import { tagsOf } from './read-row.ts';
import type { GalleryField } from './work-columns.ts';
import {
  cellReader,
  type CellOf,
  clientReader,
  issuesOf,
  previewRows,
  type ReadRow,
  type WorkRow,
} from './work-preview.ts';

interface GalleriesKnown {
  clients: readonly KnownClient[];
  galleries: Iterable<{ customerId: string | null; name: string; date: number | null }>;
  zone: string;
  order: DayOrder;
}

/** Sections by name; the import gives them ids. */
type GalleryFields = Omit<ImportedGallery, 'id' | 'customerId' | 'sections'> & { sections: string[] };

const shape = importedGallery.omit({ id: true, customerId: true, sections: true });

/** Returns the result of an import of galleries, row by row. A gallery is the same by name, day and client. */
export function previewGalleries(
  table: Pick<ImportTable, 'rows'>,
  mapping: Mapping,
  known: GalleriesKnown,
): WorkRow<GalleryFields>[] {
  const cellsOf = cellReader<GalleryField>(mapping);
  const clientOf = clientReader(known.clients);
  const order = dayOrderOf(
    table.rows.map((cells) => cellsOf(cells)('shootDate')),
    known.order,
  );
  const key = (customerId: string | null, name: string, date: number | null | undefined) =>
    JSON.stringify([customerId ?? '', name, date ? Math.floor(date / 1000) : 0]);
  return previewRows<GalleryFields>(
    table,
    (cells): ReadRow<GalleryFields> => {
      const cellOf = cellsOf(cells);
      const client = clientOf(cellOf);
      const { fields, wrong } = readGallery(cellOf, known.zone, order);
      if ('wrong' in client) return { wrong: [...client.wrong, ...wrong] };
      return wrong.length > 0 ? { wrong } : { ...client, fields };
    },
    [...known.galleries].map(({ customerId, name, date }) => key(customerId, name, date)),
    (fields, customerId) => key(customerId, fields.name, fields.date),
  );
}

function readGallery(cellOf: CellOf<GalleryField>, studioZone: string, order: DayOrder) {
  const zone = timeZone.safeParse(cellOf('timeZone')).success ? cellOf('timeZone') : studioZone;
  const cell = cellOf('shootDate');
  const day = cell ? readDate(cell, order) : null;
  const date = day === null ? null : (readInstant(cell) ?? (day && instantOf(day, zone)));
  const sections = tagsOf(cellOf('sections'));
  const fields = {
    name: cellOf('name').replaceAll(/\s+/gu, ' '),
    description: cellOf('description'),
    date: date ?? null,
    sections,
  };
  const { sections: _sections, ...rest } = fields;
  const wrong = [
    ...issuesOf(shape.safeParse(rest)),
    ...(date === undefined ? [{ field: 'date', code: 'invalid' }] : []),
    ...(sections.length > MAX_SECTIONS || sections.some((name) => !sectionName.safeParse(name).success)
      ? [{ field: 'sections', code: 'invalid' }]
      : []),
  ].map(({ field, code }) => ({ field: field === 'date' ? 'shootDate' : field, code }));
  return { fields, wrong };
}
