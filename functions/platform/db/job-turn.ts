/**
 * SQL of two common table expressions for a job that reads many rows in turn: `turn` has the next rows by id, and
 * `moved` stores the position for the next run in `job_cursors`. After the last row the job begins again.
 * @param cursor name of the job's position
 * @param rows SELECT of the rows, with `id`
 * @param size rows of one run
 */
export function jobTurn(cursor: string, rows: string, size: number): string {
  return `turn as (
       select * from (${rows}) r
       where id > coalesce((select position from job_cursors where name = '${cursor}'), '')
       order by id limit ${size}),
     moved as (
       insert into job_cursors as c (name, position)
       select '${cursor}', case when count(*) < ${size} then '' else max(id) end from turn
       on conflict (name) do update set position = excluded.position where c.position <> excluded.position)`;
}
