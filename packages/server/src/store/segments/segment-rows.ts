import type { Db } from '../schema.ts'
import { statement } from '../statement.ts'

/** The video that a segment is in, and which others may have the same. */
export type SegmentWork = { orgId: string; workKey: string; machine: string; mediaId: string }

/** A segment that is kept, and where its file is. */
export type SegmentFile = { segmentId: string; sha256: string; bytes: number }

/** What an edited video compares its own stretches with. */
export type SegmentMarks = { key: string; frames: Buffer; description: string | null }

/** A segment as it is in a video: its number, the line of the video, and the content's key. */
export type PlacedSegment = { position: number; line: string; key: string }

/** A segment whose file is stored under `storageKey`, and was noted as pending before. */
export type NewSegment = SegmentFile & PlacedSegment & SegmentMarks & { storageKey: string }

const selectOfWork = statement<{ position: number; key: string }>(
  `select position, content_key as key from segment_uses join segments using (segment_id, org_id)
   where org_id = $orgId and work_key = $workKey and machine = $machine`,
)

/** The segments of exactly this work that were made before: their keys by their numbers. */
export async function findSegmentsOfWork(
  db: Db,
  { orgId, workKey, machine }: Omit<SegmentWork, 'mediaId'>,
): Promise<Map<number, string>> {
  const rows = await selectOfWork(db, { orgId, workKey, machine })
  return new Map(rows.map(({ position, key }) => [position, key]))
}

const selectOfLine = statement<SegmentMarks>(
  `select content_key as key, frames, description from segments
   where org_id = $orgId and segment_id in (
     select segment_id from segment_uses where org_id = $orgId and line_key = $line)
   order by used_at desc, segment_id limit $most::int`,
)

/** Segments of a line, those that were used last first. */
export function listSegmentsOfLine(
  db: Db,
  { orgId, line, most }: { orgId: string; line: string; most: number },
): Promise<SegmentMarks[]> {
  return selectOfLine(db, { orgId, line, most })
}

const touch = statement<SegmentFile>(
  `update segments set used_at = now() where org_id = $orgId and content_key = $key
   returning segment_id as "segmentId", sha256, bytes::float8 as bytes`,
)

/** Finds a segment by what is in it. It is now the last one that goes. */
export async function useSegment(db: Db, orgId: string, key: string): Promise<SegmentFile | undefined> {
  return (await touch(db, { orgId, key }))[0]
}

const insertUse = statement<{ segmentId: string }>(
  `insert into segment_uses (org_id, work_key, machine, position, segment_id, media_id, line_key)
   select org_id, $work.workKey, $work.machine, $placed.position::int, segment_id, $work.mediaId, $placed.line
   from segments where org_id = $work.orgId and content_key = $placed.key
   on conflict (org_id, work_key, machine, position)
     do update set segment_id = excluded.segment_id, line_key = excluded.line_key, made_at = now()
   returning segment_id as "segmentId"`,
)

/** Says that a segment that is kept is in this video too. False: it is not kept, or not any more. */
export async function placeSegment(db: Db, work: SegmentWork, placed: PlacedSegment): Promise<boolean> {
  return (await insertUse(db, { work, placed })).length > 0
}

const insert = statement<{ segmentId: string }>(
  `with noted as materialized (select key from pending_files where key = $made.storageKey for update),
   made as (
     insert into segments (segment_id, org_id, content_key, frames, description, bytes, sha256)
     select $made.segmentId, $work.orgId, $made.key, $made.frames, $made.description, $made.bytes::bigint, $made.sha256
     from noted
     on conflict (org_id, content_key) do nothing
     returning segment_id, org_id),
   named as (delete from pending_files where key = $made.storageKey and exists (select from made)),
   used as (
     insert into segment_uses (org_id, work_key, machine, position, segment_id, media_id, line_key)
     select org_id, $work.workKey, $work.machine, $made.position::int, segment_id, $work.mediaId, $made.line from made
     on conflict (org_id, work_key, machine, position)
       do update set segment_id = excluded.segment_id, line_key = excluded.line_key, made_at = now())
   select segment_id as "segmentId" from made`,
)

/**
 * Names a stored file in place of its note. False: another process has kept the same meanwhile, or the janitor has swept the
 * file; then it is nobody's, and its note stays.
 */
export async function insertSegment(db: Db, work: SegmentWork, made: NewSegment): Promise<boolean> {
  return (await insert(db, { work, made })).length > 0
}

const remove = statement<{ segmentId: string }>(
  `delete from segments where org_id = $orgId and segment_id = $segmentId returning segment_id as "segmentId"`,
)

/** Forgets a segment whose file is gone or damaged. False: somebody else has. */
export async function forgetSegment(db: Db, orgId: string, segmentId: string): Promise<boolean> {
  return (await remove(db, { orgId, segmentId })).length > 0
}
