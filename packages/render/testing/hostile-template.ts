import { Worker } from 'node:worker_threads'
import { defineTemplate, z } from '@songreel/kit'
import { attemptAll, type HostileOutcomes, type HostileTargets } from './hostile-attempts.ts'

const UNBOUND = new URL('./hostile-worker.ts', import.meta.url)

/** A template that has been taken over: it attacks, and reports by failing. */
export const template = defineTemplate({
  contentId: 'TEST_HOSTILE',
  title: 'Hostile',
  description: 'Tries to get out.',
  needs: { audio: false },
  requiredData: z.object({ targets: z.any() }),
  defaults: { excerpt: { kind: 'HOOK', secs: 2 } },

  async setup({ data }) {
    const targets = data.targets as HostileTargets
    const asScript = await attemptAll(targets)
    const asNative = await attemptUnbound(targets)
    throw new Error(`OUTCOMES${JSON.stringify({ asScript, asNative })}`)
  },
})

/** A thread that is started without Node's permissions does what native code could do. */
function attemptUnbound(targets: HostileTargets): Promise<HostileOutcomes> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(UNBOUND, {
      workerData: targets,
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    worker.on('message', resolve)
    worker.on('error', reject)
  })
}
