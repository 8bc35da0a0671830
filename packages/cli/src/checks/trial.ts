import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { formatTook } from '../clock.ts'
import { makeTempFolder, removeTempFolder } from '../temp-folders.ts'
import type { Check } from './check.ts'

const TRIAL_SECS = 3
/** The demo's chorus. */
const START_SECS = 7

/** A real render, from song to checked file. */
export const trialCheck: Check = {
  name: 'Trial',
  fix: 'run songreel demo --verbose to see where it fails',
  async run({ signal }) {
    const { parseTemplateData, planVideo, renderVideo, resolveSettings } = await import('@songreel/render')
    const { DEMO_SONG, makeDemo } = await import('@songreel/render')
    const { chooseTemplate } = await import('../videos/choose-template.ts')
    const folder = await makeTempFolder()
    try {
      const { song: audio, cover } = await makeDemo(folder)
      const { template, url } = await chooseTemplate(undefined)
      const startedMs = performance.now()
      const audioStartEndSecs = { start: START_SECS, end: START_SECS + TRIAL_SECS }
      const order = {
        template: { contentId: template.contentId, url },
        settings: resolveSettings(template, { aspectRatio: '9x16', audioStartEndSecs }),
        data: parseTemplateData(template, template.example),
        song: DEMO_SONG,
        files: { audio, cover, clips: [] },
        variation: 1,
        seed: 1,
        watermark: false,
      }
      const outFile = join(folder, 'trial.mp4')
      const plan = planVideo(order, { folder, outFile, threads: availableParallelism() })
      const video = await renderVideo(plan, { signal })
      const took = formatTook(performance.now() - startedMs)
      const fps = Math.round(video.frames / (video.stages.DRAWING / 1000))
      const shape = `${plan.size.width}×${plan.size.height}`
      return { status: 'GOOD', text: `${TRIAL_SECS}-second video made in ${took} (${fps} fps at ${shape})` }
    } finally {
      await removeTempFolder(folder)
    }
  },
}
