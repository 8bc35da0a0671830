import type { Batch } from '@songreel/contract'
import type { Asked } from './asked.ts'
import type { Caller } from './caller.ts'

/** What a client sees once all is at rest: its batches are final, and requesting again under an old key gives the same batch. */
export async function checkResponses(call: Caller, asked: Asked[]): Promise<string[]> {
  const findings: string[] = []
  for (const { ref, hasKey, body, headers, batchIds } of asked) {
    const [batchId] = batchIds
    if (batchId === undefined) continue
    const batch: Batch | undefined = (await call('GET', `/v1/batches/${batchId}`))?.body.data
    if (!batch?.isFinal) findings.push(`${ref} was acknowledged, and is ${batch?.status ?? 'not there'}`)
    if (batch && batch.ref !== ref)
      findings.push(`${ref} was acknowledged as ${batchId}, which is ${batch.ref}`)
    if (!hasKey) continue
    const again = await call('POST', '/v1/batches', body, headers)
    const answered = again?.body.data?.batchId
    if (answered !== batchId) findings.push(`${ref} is ${batchId}, and asked for again it is ${answered}`)
  }
  return findings
}
