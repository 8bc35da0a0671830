import type { CrashPoint } from '@songreel/server/internal/crash-point.ts'
import { type Fault, repeat } from './faults.ts'
import type { PlantedBug } from './planted-bug.ts'

const killWorkerAt = (point: CrashPoint): Fault => ({ kind: 'CRASH', victim: 'worker', point })

/** Bugs with files and folders, with how long they last, and with what is taken and never given back. */
export const PLANTED_FILE_BUGS: PlantedBug[] = [
  {
    name: 'a delivery begins after the commit',
    edits: [
      {
        file: 'batches/finish-render.ts',
        find: "    if (outcome.status === 'COMPLETED') await beginDelivery({ queue }, transaction, ended)\n",
        put: `    if (outcome.status === 'COMPLETED')
      setTimeout(() => void db.transaction().execute((late) => beginDelivery({ queue }, late, ended)).catch(() => {}), 1500)\n`,
      },
    ],
    faults: repeat(6, killWorkerAt('job-done')),
  },
  {
    name: 'a delivery counts before its files are sent',
    edits: [
      {
        file: 'destinations/deliver-video.ts',
        find: '  const outcome = await attempt(services, delivery, signal)\n',
        put: `  const { listDeliveredFiles } = await import('./list-files.ts')
  const outcome: Outcome = { key: listDeliveredFiles(delivery).at(-1)?.key ?? '' }
  setTimeout(() => void attempt(services, delivery, signal).catch(() => {}), 1500)\n`,
      },
    ],
    faults: repeat(6, killWorkerAt('files-delivered')),
  },
  {
    name: 'an asset is READY before its bytes are stored',
    edits: [
      {
        file: 'assets/collect-asset.ts',
        find: '  const stored = await withStorage(() => {\n    const maxBytes',
        put: `  const content = await readFile(file)
  const sum = (await import('node:crypto')).createHash('sha256').update(content).digest('hex')
  await readyAsset(services.db, { orgId, assetId: asset.assetId }, { ...facts, bytes: content.length, sha256: sum })
  const stored = await withStorage(() => {
    const maxBytes`,
      },
    ],
    faults: repeat(6, killWorkerAt('asset-noted')),
  },
  {
    name: 'a render fails for good after one lost worker',
    edits: [
      {
        file: 'jobs/lost-runs.ts',
        find: 'const MAX_LOSSES_OF_ALL = 20\n',
        put: 'const MAX_LOSSES_OF_ALL = 0\n',
      },
    ],
    faults: repeat(3, killWorkerAt('files-gathered')),
  },
  {
    name: 'a file that is linked again keeps its old time',
    edits: [
      {
        file: 'store/outputs.ts',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of the source.
        find: 'sql<string>`greatest(expires_at, now() + make_interval(days => ${retentionDays}))`',
        put: 'sql<string>`expires_at`',
      },
    ],
    faults: repeat(6, { kind: 'KILL', victim: 'worker' }),
    gapMs: [2000, 3000],
  },
  {
    name: 'the work folder of a living process is swept',
    edits: [
      {
        file: 'assets/work-folder.ts',
        find: 'if (lock) await removeFolder(folder, lock)\n',
        put: 'await removeFolder(folder, lock ?? { release() {} })\n',
      },
    ],
    faults: repeat(8, { kind: 'KILL', victim: 'worker' }),
    gapMs: [2000, 3000],
  },
  {
    name: 'a refused delivery never gives its slot back',
    edits: [
      {
        file: 'webhooks/deliver-webhook.ts',
        find: "  if (status !== 'PENDING') metrics.noteDeliveryEnd(isDelivered ? 'delivered' : 'failed')\n",
        put: "  if (status === 'PENDING') await new Promise(() => {})\n",
      },
    ],
    faults: repeat(2, { kind: 'KILL', victim: 'api' }),
    refusedShare: 0.5,
  },
]
