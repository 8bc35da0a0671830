import path from 'node:path'
import { bundle } from '@remotion/bundler'
import { renderMedia, selectComposition } from '@remotion/renderer'

const [, frames, outputLocation, browserExecutable] = process.argv.slice(2)

const common = {
  serveUrl: await bundle({ entryPoint: path.join(import.meta.dirname, 'scene.js') }),
  inputProps: { frames: Number(frames) },
  browserExecutable,
  chromeMode: 'chrome-for-testing',
}
const composition = await selectComposition({ ...common, id: 'scene' })
await renderMedia({ ...common, composition, codec: 'h264', crf: 20, concurrency: '100%', outputLocation })
