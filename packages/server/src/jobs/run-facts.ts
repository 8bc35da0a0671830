import type { ClaimedRun } from '../store/renders/claim-run.ts'

/** By what the log's lines about a run are found. */
export function pickRunFacts({ renderId, batchId, orgId, contentId, attempt }: ClaimedRun) {
  return { renderId, batchId, orgId, contentId, attempt }
}
