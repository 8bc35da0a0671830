import { availableParallelism } from 'node:os'
import path from 'node:path'
import { type RenderPlan, renderVideo } from '@songreel/render'
import { FPS } from './scene.ts'

const [folder = '', frames = '', outFile = ''] = process.argv.slice(2)

const plan: RenderPlan = {
  template: { contentId: 'PEERS_SCENE', url: new URL('./scene.ts', import.meta.url).href },
  data: {},
  size: { width: 1080, height: 1920 },
  fps: FPS,
  quality: 'FULL',
  format: 'MP4',
  files: { audio: path.join(folder, 'song.mp3'), cover: path.join(folder, 'cover.png'), clips: [] },
  excerpt: { startSecs: 0, endSecs: Number(frames) / FPS },
  song: { title: 'Tin Lanterns', artist: 'Odalys Wren', album: 'Harbour EP' },
  theme: 'DARK',
  seed: 1,
  folder: path.join(folder, 'work'),
  outFile,
  threads: availableParallelism(),
  watermark: false,
}
await renderVideo(plan)
