import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DEMO_SONG, type DemoFiles, makeDemo } from '@songreel/render'
import { encodeMp3 } from '../packages/audio/src/synth/encode-pcm.ts'
import { synthesiseSong } from '../packages/audio/src/synth/synthesise-song.ts'
import { measureNpx, openCommandLine } from './fixed/command-line.ts'
import { type FixedPart, measureFixedPart, type VideoCost } from './fixed/fixed-part.ts'
import { openService } from './fixed/service.ts'
import { MAY_FETCH_HERE } from './service/song-host.ts'
import { withStack } from './service/stack.ts'

const SONG_SECS = 180
const ROUNDS = 5

type Figures = { npx: VideoCost; cli?: FixedPart; service?: FixedPart }

/** What a video costs besides its frames, on the command line (`cli`) and in the service (`service`). */
export async function run(args: string[]): Promise<void> {
  const wants = (part: string) => args.includes(part) || !(args.includes('cli') || args.includes('service'))
  const folder = await mkdtemp(path.join(tmpdir(), 'songreel-fixed-'))
  try {
    const files = await makeLongSong(folder)
    const cli = wants('cli') && (await measureFixedPart(await openCommandLine(files, folder), ROUNDS))
    const service = wants('service') && (await measureService(files))
    const npx = await measureNpx()
    const figures: Figures = { npx, ...(cli && { cli }), ...(service && { service }) }
    console.log(args.includes('--json') ? JSON.stringify(figures) : describe(figures))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function makeLongSong(folder: string): Promise<DemoFiles> {
  const { cover } = await makeDemo(folder)
  const song = path.join(folder, 'long-song.mp3')
  const { title, artist, album } = DEMO_SONG
  encodeMp3(synthesiseSong({ secs: SONG_SECS }).pcm, song, { title, artist, album })
  return { song, cover }
}

function measureService(files: DemoFiles): Promise<FixedPart> {
  return withStack({ SONGREEL_ROLE: 'all', ...MAY_FETCH_HERE }, async (stack) => {
    const service = await openService(stack, files)
    try {
      return await measureFixedPart(service.makeVideo, ROUNDS)
    } finally {
      service.stop()
    }
  })
}

function describe({ npx, cli, service }: Figures): string {
  const show = ({ cpuSecs, wallSecs }: VideoCost) => `${cpuSecs.toFixed(2)} s  ${wallSecs.toFixed(2)} s`
  const rows = (who: string, part: FixedPart) => [
    `${who}, a known song (goal: 1.5 s, 1 s)         ${show(part.known)}`,
    `${who}, a new song of 3 minutes (goal: 2.5 s)   ${show(part.new)}`,
    `${who}, each second of video                    ${show(part.perSec)}`,
  ]
  return [
    'A video 1080x1920, without its frames          CPU     wall time',
    ...(cli ? rows('songreel render', cli) : []),
    ...(service ? rows('the service    ', service) : []),
    `npx around songreel, not counted above                         ${show(npx)}`,
  ].join('\n')
}
