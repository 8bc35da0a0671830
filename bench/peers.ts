import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { encodeMp3 } from '../packages/audio/src/synth/encode-pcm.ts'
import { synthesiseSong } from '../packages/audio/src/synth/synthesise-song.ts'
import { composeFilterGraph } from './peers/filter-graph.ts'
import { installRemotion } from './peers/install-remotion.ts'
import { installProgram, measureProgram, type ProgramCost } from './peers/measure-program.ts'
import { FPS } from './peers/scene.ts'
import { medianOf } from './service/medians.ts'

const HERE = new URL('./peers/', import.meta.url).pathname

const SETTLE_MS = 10_000

type Way = { name: string; outFile: string; command: string[] }
type WayFigures = {
  name: string
  cpuSecs: number
  wallSecs: number
  cpuMsPerFrame: number
  megabytes: number
}
type Figures = { remotion: string; frames: number; rounds: number; ways: WayFigures[] }

/** The same scene by Remotion, by an ffmpeg filter graph and by us: processor time and wall time of the whole job, in turns. */
export async function run(args: string[]): Promise<void> {
  const frames = readNumber(args, '--frames', 300)
  const rounds = readNumber(args, '--rounds', 3)
  const folder = mkdtempSync(path.join(tmpdir(), 'songreel-peers-'))
  try {
    const [chromium, ffmpeg] = [installProgram('chromium'), installProgram('ffmpeg')]
    await writeMaterial(folder, frames / FPS)
    const remotion = installRemotion(folder)
    const ours = path.join(folder, 'ours.mp4')
    const browser = path.join(folder, 'remotion.mp4')
    const graph = path.join(folder, 'ffmpeg.mp4')
    const ways: Way[] = [
      {
        name: `Remotion ${remotion.version}`,
        outFile: browser,
        command: [process.execPath, remotion.script, folder, String(frames), browser, chromium],
      },
      {
        name: 'ffmpeg filter graph',
        outFile: graph,
        command: [ffmpeg, ...composeFilterGraph(folder, frames, graph)],
      },
      {
        name: 'Songreel',
        outFile: ours,
        command: composeOurs(folder, frames, ours),
      },
    ]
    await warmOurs(folder)
    const figures = {
      remotion: remotion.version,
      frames,
      rounds,
      ways: await measureInTurns(ways, frames, rounds, folder),
    }
    report(figures, args.includes('--json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** With compiled code kept between runs, as `songreel` keeps it. */
function composeOurs(folder: string, frames: number, outFile: string): string[] {
  const cache = `NODE_COMPILE_CACHE=${path.join(folder, 'code')}`
  const program = path.join(HERE, 'render-ours.ts')
  return ['env', cache, process.execPath, program, folder, String(frames), outFile]
}

/**
 * The first render of a template leaves compiled code behind, which a process in the background makes. It would be ended
 * with every run that is measured, and begin anew in the next.
 */
async function warmOurs(folder: string): Promise<void> {
  const [program = '', ...words] = composeOurs(folder, FPS, path.join(folder, 'warm.mp4'))
  await promisify(execFile)(program, words, { cwd: folder })
  await sleep(SETTLE_MS)
}

/** The song, the cover and the cover blurred and dimmed: nobody has to blur in every frame. */
async function writeMaterial(folder: string, secs: number): Promise<void> {
  encodeMp3(synthesiseSong({ secs }).pcm, path.join(folder, 'song.mp3'))
  const cover = await sharp({ create: { width: 1500, height: 1500, channels: 3, background: '#20303c' } })
    .composite([{ input: Buffer.from(COVER), top: 0, left: 0 }])
    .png()
    .toBuffer()
  writeFileSync(path.join(folder, 'cover.png'), cover)
  const blurred = sharp(cover).resize(1920, 1920).blur(30).modulate({ brightness: 0.5 })
  await blurred.png().toFile(path.join(folder, 'blurred.png'))
}

const COVER = `<svg xmlns="http://www.w3.org/2000/svg" width="1500" height="1500">
  <defs><radialGradient id="g"><stop offset="0" stop-color="#ffb070"/><stop offset="1" stop-color="#b0203a"/></radialGradient></defs>
  <circle cx="750" cy="820" r="470" fill="url(#g)"/><rect y="980" width="1500" height="520" fill="#0d1820"/>
  ${Array.from({ length: 40 }, (_, i) => `<circle cx="${(i * 379) % 1500}" cy="${(i * 211) % 900}" r="${2 + (i % 5)}" fill="#fff"/>`).join('')}
</svg>`

async function measureInTurns(
  ways: Way[],
  frames: number,
  rounds: number,
  folder: string,
): Promise<WayFigures[]> {
  const costs = new Map<Way, ProgramCost[]>(ways.map((way) => [way, []]))
  // The first round warms up: file caches, compiled code, the browser's profile.
  for (let round = 0; round <= rounds; round++)
    for (const way of ways) {
      const cost = await measureProgram(way.command, folder)
      if (!existsSync(way.outFile)) throw new Error(`${way.name} made no video:\n${cost.output}`)
      if (round > 0) costs.get(way)?.push(cost)
    }
  return ways.map((way) => {
    const cpuSecs = medianOf((costs.get(way) ?? []).map((cost) => cost.cpuSecs))
    return {
      name: way.name,
      cpuSecs,
      wallSecs: medianOf((costs.get(way) ?? []).map((cost) => cost.wallSecs)),
      cpuMsPerFrame: (cpuSecs * 1000) / frames,
      megabytes: statSync(way.outFile).size / 1e6,
    }
  })
}

function report(figures: Figures, isJson: boolean): void {
  if (isJson) {
    console.log(JSON.stringify(figures))
    return
  }
  const ours = figures.ways.at(-1)
  console.log(
    `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores; ${figures.frames} frames of 1080x1920, median of ${figures.rounds}`,
  )
  for (const way of figures.ways)
    console.log(
      [
        way.name.padEnd(22),
        `CPU ${way.cpuSecs.toFixed(1).padStart(6)} s`,
        `${way.cpuMsPerFrame.toFixed(1).padStart(6)} ms a frame`,
        `wall ${way.wallSecs.toFixed(1).padStart(6)} s`,
        `${way.megabytes.toFixed(1).padStart(5)} MB`,
        `${(way.cpuSecs / (ours?.cpuSecs ?? 1)).toFixed(1)} times our CPU, ${(way.wallSecs / (ours?.wallSecs ?? 1)).toFixed(1)} times our time`,
      ].join('   '),
    )
}

function readNumber(args: string[], name: string, fallback: number): number {
  const at = args.indexOf(name)
  return at < 0 ? fallback : Number(args[at + 1])
}
