import { RenderError, runTask } from '@songreel/render'
import type { ExaminedFault } from '@songreel/templates/examine'
import { withWorkFolder } from '../assets/work-folder.ts'
import { findLookVersion } from '../catalogue/find-templates.ts'
import type { JobRun } from '../queue/job.ts'
import type { Services } from '../services.ts'
import { isUnexamined, type LookVersion, noteExamination, type StoredExamination } from '../store/looks.ts'

const MODULE = import.meta.resolve('@songreel/templates/examine')

/** What a look fails by that cannot be drawn as often as an examination draws it. */
const ENDS = 'it can be drawn in the time and memory that an examination may take'
const GIVEN_UP = new Set(['RENDER_TIMEOUT', 'RENDER_STALLED', 'RENDER_OUT_OF_MEMORY', 'RENDER_CRASHED'])

/** Examines a version of a look in a contained process, if it still waits for it, and stores what was found. Safe to run again. */
export async function examineLook(
  services: Services,
  { orgId, contentId, version }: LookVersion & { orgId: string },
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const look = { contentId, version }
  // Every change and every restoration orders one; it takes a minute, which must be of use to somebody.
  if (!(await isUnexamined(services.db, orgId, look))) return
  const loaded = await findLookVersion(services, orgId, look)
  if (!loaded) return
  const faults = await examine(services, loaded.url, signal)
  const pictures = faults.flatMap(({ picture }) => picture ?? [])
  const examination = describe(faults, pictures)
  await services.db
    .transaction()
    .execute((transaction) => noteExamination(transaction, orgId, look, { examination, pictures }))
  services.log.info({ orgId, contentId, version, faults: faults.length }, 'look examined')
}

async function examine({ config }: Services, url: string, signal: AbortSignal): Promise<ExaminedFault[]> {
  const { dataDir, examineSecs, renderMemoryMb } = config
  try {
    return await withWorkFolder(dataDir, 'examine', async (folder) => {
      const limits = { timeoutMs: examineSecs * 1000, memoryLimitMb: renderMemoryMb, signal }
      const result = await runTask(
        { moduleUrl: MODULE, input: { url } },
        { folder, closedFolders: [dataDir], ...limits },
      )
      return result as ExaminedFault[]
    })
  } catch (error) {
    if (signal.aborted || !(error instanceof RenderError) || !GIVEN_UP.has(error.code)) throw error
    return [{ check: ENDS, message: error.message }]
  }
}

/** Pictures are stored apart, in the order of the faults that have one. */
function describe(faults: readonly ExaminedFault[], pictures: readonly Uint8Array[]): StoredExamination {
  return {
    status: faults.length === 0 ? 'PASSED' : 'FAILED',
    faults: faults.map(({ picture, ...fault }) => ({
      ...fault,
      ...(picture && { picture: pictures.indexOf(picture) }),
    })),
  }
}
