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
    const { parseTemplateData, planVideoSize, renderVideo } = await import('@songreel/render')
    const { DEMO_SONG, makeDemo } = await import('@songreel/render/demo')
    const { chooseTemplate } = await import('../videos/choose-template.ts')
    const folder = await makeTempFolder()
    try {
      const { song: audio, cover } = await makeDemo(folder)
      const { template, url } = await chooseTemplate(undefined)
      const startedMs = performance.now()
      const size = planVideoSize('9x16', 'FULL')
      const { title, artist, album } = DEMO_SONG
      const video = await renderVideo(
        {
          template: { contentId: template.contentId, url },
          data: parseTemplateData(template, template.example),
          size,
          fps: 30,
          quality: 'FULL',
          format: 'MP4',
          files: { audio, cover, clips: [] },
          excerpt: { startSecs: START_SECS, endSecs: START_SECS + TRIAL_SECS },
          song: { title, artist, album },
          theme: 'DARK',
          seed: 1,
          folder,
          outFile: join(folder, 'trial.mp4'),
          threads: availableParallelism(),
          watermark: false,
        },
        { signal },
      )
      const took = formatTook(performance.now() - startedMs)
      const fps = Math.round(video.frames / (video.stages.DRAWING / 1000))
      const shape = `${size.width}×${size.height}`
      return { status: 'GOOD', text: `${TRIAL_SECS}-second video made in ${took} (${fps} fps at ${shape})` }
    } finally {
      await removeTempFolder(folder)
    }
  },
}
