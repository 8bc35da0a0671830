import { withStorage } from '../assets/with-storage.ts'
import { finishRender } from '../batches/finish-render.ts'
import { crashPoint } from '../crash-point.ts'
import type { Services } from '../services.ts'
import type { MadeFrom } from '../store/batch-schema.ts'
import { findOutputOfWork, holdOutput } from '../store/outputs.ts'
import type { ClaimedRun } from '../store/renders/claim-run.ts'
import { hasEnded } from '../store/renders/finish-run.ts'
import type { RenderWork } from '../store/renders/render-work.ts'
import { inLastingTransaction } from '../store/transaction.ts'

/** If identical work has been done before, links its output to the render. */
export async function linkIdentical(
  services: Services,
  run: ClaimedRun,
  { work, workKey, madeFrom }: { work: RenderWork; workKey: string; madeFrom: MadeFrom },
): Promise<boolean> {
  if (work.isFresh) return false
  const output = await findOutputOfWork(services.db, work.orgId, workKey)
  if (!output) return false
  const size = await withStorage(() => services.storage.findSize(output.videoKey))
  if (size === undefined) return false
  const { outputId, excerpt, frames } = output
  const outcome = { status: 'COMPLETED', outputId, excerpt, frames, madeFrom } as const
  return inLastingTransaction(services.db, async (transaction, isRepeat) => {
    if (isRepeat && (await hasEnded(transaction, run, outcome))) return true
    if (!(await holdOutput(transaction, { orgId: work.orgId, outputId }, services.config.retentionDays)))
      return false
    await crashPoint('output-held')
    return finishRender(services, run, outcome, transaction)
  })
}
