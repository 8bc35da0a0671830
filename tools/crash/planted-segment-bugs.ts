import { repeat } from './faults.ts'
import type { PlantedBug } from './planted-bug.ts'

const ROWS = 'store/segments/segment-rows.ts'

/** Segments that are kept, and renders that are made by several workers. */
export const PLANTED_SEGMENT_BUGS: PlantedBug[] = [
  {
    name: 'a stale segment: those of other work are taken for its own',
    edits: [
      {
        file: ROWS,
        find: 'where org_id = $orgId and work_key = $workKey and machine = $machine`',
        put: 'where org_id = $orgId and machine = $machine`',
      },
    ],
    faults: repeat(3, { kind: 'CRASH', victim: 'worker', point: 'segment-kept' }),
  },
  {
    name: 'a segment of another organization is taken',
    edits: [
      {
        file: ROWS,
        find: `where org_id = $orgId and segment_id in (
     select segment_id from segment_uses where org_id = $orgId and line_key = $line)`,
        put: 'where segment_id in (select segment_id from segment_uses where line_key = $line)',
      },
      {
        file: ROWS,
        find: 'used_at = now() where org_id = $orgId and content_key = $key\n   returning segment_id',
        put: 'used_at = now() where content_key = $key\n   returning org_id as "orgId", segment_id',
      },
      {
        file: 'segments/open-segment-store.ts',
        find: 'await storage.read(segmentKey(orgId, segmentId))',
        put: 'await storage.read(segmentKey((found as unknown as { orgId: string }).orgId, segmentId))',
      },
    ],
    faults: repeat(2, { kind: 'KILL', victim: 'worker' }),
  },
  {
    name: 'a lost segment job: what a lost helper had is never made',
    edits: [
      {
        file: 'store/segments/segment-claims.ts',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of the source.
        find: "interval '${LOST_AFTER_SECS} seconds'",
        put: "interval '1 day'",
      },
    ],
    faults: repeat(6, { kind: 'CRASH', victim: 'worker', point: 'segment-claimed' }),
  },
]
