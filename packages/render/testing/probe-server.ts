import { toFailureReport } from '../src/failure-report.ts'
import { probeMedia } from '../src/probe/probe-media.ts'
import type { MediaKind } from '../src/probe/supported-media.ts'

// A program: probes one file after the other in this process, so that hundreds can be tried in seconds. The product
// itself starts a process for each.
process.on('message', async ({ path, expect }: { path: string; expect: MediaKind }) => {
  try {
    await probeMedia(path, { expect })
    process.send?.({ code: 'READABLE', message: '' })
  } catch (error) {
    const { code, seen, stack } = toFailureReport(error)
    process.send?.({ code, message: seen, stack })
  }
})
process.once('disconnect', () => process.exit())
