import { join } from 'node:path'
import { type RenderPlan, renderVideo } from '@songreel/render'
import { template } from './template.ts'

// A program of the user's: renders the template beside it into the folder it is given.
const [folder = '.'] = process.argv.slice(2)
const plan: RenderPlan = {
  template: { contentId: template.contentId, url: new URL('./template.ts', import.meta.url).href },
  data: { word: 'Hello' },
  size: { width: 160, height: 90 },
  fps: 10,
  quality: 'PREVIEW',
  format: 'MP4',
  files: { clips: [] },
  excerpt: { startSecs: 0, endSecs: 1 },
  song: { title: 'Tin Lanterns', artist: 'Odalys Wren', album: 'Harbour EP' },
  seed: 1,
  folder,
  outFile: join(folder, 'own-words.mp4'),
  threads: 1,
  watermark: false,
}
const { frames, checks } = await renderVideo(plan)
process.stdout.write(JSON.stringify({ contentId: template.contentId, frames, isPassed: checks.isPassed }))
