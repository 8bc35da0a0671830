import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadTemplates } from '@songreel/templates'
import { buildScene } from '../packages/render/src/scene/build-scene.ts'
import { type Candidate, listCandidates } from './encoder/candidates.ts'
import { measureCandidates, type Reading, type Seen } from './encoder/measure-candidates.ts'
import { moveOverPhotograph } from './encoder/moving-photograph.ts'
import { fetchPhotographs, type Photograph } from './encoder/photographs.ts'
import { planMaterial, planScenes } from './encoder/scenes.ts'

const SHORT_SIDES = { HD: 720, FULL: 1080, ULTRA: 2160 } as const

/** One group of pictures between key frames, from the middle of the eight seconds of a rehearsal. */
const FRAMES = { start: 90, count: 60 }

const RESULT = fileURLToPath(new URL('../build/bench/encoder.json', import.meta.url))

/** What FULL may take on average over the scenes and at worst, and how much of the dark may lie in bands, played and behind a platform. */
const MOST_MBIT = { mean: 5, worst: 8 }
const MOST_BANDS = { played: 0.05, h264: 0.1, vp9: 0.1 }

type Measured = { contentId: string; cover: string; isNoisy: boolean; readings: Reading[] }

type Wishes = {
  tries: string[]
  covers: string[]
  song?: string | undefined
  wanted: string[]
  hasWebm: boolean
  quality: keyof typeof SHORT_SIDES
  isJson: boolean
}

/**
 * Encodes templates, at FULL unless another quality is asked for, with drawn and photographic covers, with all candidates in turn, and again as platforms do, and compares what
 * comes out with what went in. `npm run bench encoder -- [CONTENT_ID ...] [--try crf=18:aq-mode=3] [--webm] [--quality HD] [--json]`;
 * `--song file --cover file [--cover file]` takes these in place of the drawn ones.
 */
export async function run(args: string[]): Promise<void> {
  const wishes = readArguments(args)
  const { wanted, isJson, quality } = wishes
  const shortSidePx = SHORT_SIDES[quality]
  const { candidates, judged } = listCandidates(wishes.tries, wishes.hasWebm)
  const photographs = wishes.song ? [] : await fetchPhotographs()
  if (photographs.length === 0 && !wishes.song)
    console.error('Debian packages cannot be reached: drawn covers only, and no clip.')
  const scenes: Measured[] = []
  const take = (measured: Measured) => {
    scenes.push(measured)
    if (!isJson) printMeasured(measured)
  }
  for (const [contentId, loaded] of await loadTemplates()) {
    if (wanted.length > 0 && !wanted.includes(contentId)) continue
    const { covers, song } = wishes
    const planned = song
      ? planMaterial(loaded, { covers, song, shortSidePx })
      : planScenes(loaded, { photographs, shortSidePx })
    for await (const { cover, plan } of planned) {
      const scene = await buildScene(plan)
      const readings = measureCandidates(scene, FRAMES, candidates, quality)
      scene.close()
      take({ contentId, cover, isNoisy: scene.isNoisy, readings })
    }
  }
  if (wanted.length === 0) for (const each of photographs) take(await measureClip(each, candidates, quality))
  finish(scenes, { candidates, judged, quality, isJson })
}

function readArguments(args: string[]): Wishes {
  const valuesOf = (name: string) => args.flatMap((each, i) => (args[i - 1] === name ? [each] : []))
  const tries = valuesOf('--try')
  const covers = valuesOf('--cover')
  const [song] = valuesOf('--song')
  const [asked = 'FULL'] = valuesOf('--quality')
  if (!(asked in SHORT_SIDES)) throw new Error(`--quality is one of ${Object.keys(SHORT_SIDES).join(', ')}.`)
  const quality = asked as Wishes['quality']
  const values = [...tries, ...covers, song, asked]
  const wanted = args.filter((each) => !each.startsWith('--') && !values.includes(each))
  return {
    tries,
    covers,
    song,
    wanted,
    hasWebm: args.includes('--webm'),
    quality,
    isJson: args.includes('--json'),
  }
}

async function measureClip(
  photograph: Photograph,
  candidates: Candidate[],
  quality: Wishes['quality'],
): Promise<Measured> {
  const side = SHORT_SIDES[quality]
  const size = { width: side, height: (side * 16) / 9 }
  const { count } = FRAMES
  const clip = await moveOverPhotograph(photograph, { size, frameCount: count })
  const readings = measureCandidates(clip, { start: 0, count }, candidates, quality)
  return { contentId: 'a clip', cover: photograph.name, isNoisy: true, readings }
}

/** Noise has no gradients, so clips are not judged. */
function listMisses(scenes: Measured[], { name }: Candidate, quality: Wishes['quality']): string[] {
  const judged = scenes.filter(({ isNoisy }) => !isNoisy)
  const misses = judged.flatMap(({ contentId, cover, readings }) => {
    const reading = readings.find((each) => each.name === name)!
    const ways = Object.entries(MOST_BANDS) as [keyof typeof MOST_BANDS, number][]
    return ways
      .filter(([way, most]) => reading[way].bands > most)
      .map(
        ([way, most]) =>
          `${name}, ${contentId} ${cover}: ${percent(reading[way].bands)} bands ${WAYS[way]}, at most ${percent(most)}`,
      )
  })
  return quality === 'FULL' && judged.length > 0 ? [...listLarge(judged, name), ...misses] : misses
}

function listLarge(scenes: Measured[], name: string): string[] {
  const rates = scenes.map(({ contentId, cover, readings }) => {
    const mbit = readings.find((each) => each.name === name)!.played.mbitPerSec
    return { what: `${contentId} ${cover}`, mbit, most: MOST_MBIT.worst }
  })
  const mean = { what: 'on average', mbit: meanOf(scenes, name).played.mbitPerSec, most: MOST_MBIT.mean }
  return [mean, ...rates]
    .filter(({ mbit, most }) => mbit > most)
    .map(({ what, mbit, most }) => `${name}, ${what}: ${mbit.toFixed(2)} Mbit/s, at most ${most}`)
}

const WAYS = { played: 'as played', h264: 'after x264', vp9: 'after VP9' }

function finish(
  scenes: Measured[],
  {
    candidates,
    judged,
    quality,
    isJson,
  }: { candidates: Candidate[]; judged: Candidate[]; quality: Wishes['quality']; isJson: boolean },
): void {
  const drawn = scenes.filter(({ isNoisy }) => !isNoisy)
  const means = drawn.length > 0 ? candidates.map(({ name }) => meanOf(drawn, name)) : []
  const misses = judged.flatMap((each) => listMisses(scenes, each, quality))
  const result = { quality, frames: FRAMES, scenes, means, gate: { isPassed: misses.length === 0, misses } }
  mkdirSync(path.dirname(RESULT), { recursive: true })
  writeFileSync(RESULT, JSON.stringify(result, null, 2))
  if (isJson) console.log(JSON.stringify(result))
  else {
    printMeasured({ contentId: 'all scenes', cover: 'mean', isNoisy: false, readings: means })
    console.log(`\n${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores. Written to ${RESULT}`)
    console.log(
      `Gate (few bands; FULL at most ${MOST_MBIT.mean} Mbit/s on average and ${MOST_MBIT.worst} at worst): ${misses.length === 0 ? 'passed' : 'missed'}`,
    )
    for (const miss of misses) console.log(`  ${miss}`)
  }
  if (misses.length > 0) process.exitCode = 1
}

function meanOf(scenes: Measured[], name: string): Reading {
  const readings = scenes.map((each) => each.readings.find((reading) => reading.name === name)!)
  const mean = (read: (reading: Reading) => number) =>
    readings.reduce((sum, reading) => sum + read(reading), 0) / readings.length
  const meanSeen = (way: 'played' | 'h264' | 'vp9'): Seen => ({
    mbitPerSec: mean((each) => each[way].mbitPerSec),
    ssim: mean((each) => each[way].ssim),
    gradientError: mean((each) => each[way].gradientError),
    flatBefore: mean((each) => each[way].flatBefore),
    flatAfter: mean((each) => each[way].flatAfter),
    bands: mean((each) => each[way].bands),
  })
  return {
    name,
    cpuMsPerFrame: mean((each) => each.cpuMsPerFrame),
    played: meanSeen('played'),
    h264: meanSeen('h264'),
    vp9: meanSeen('vp9'),
  }
}

function printMeasured({ contentId, cover, readings }: Measured): void {
  console.log(`\n${contentId}, ${cover}; flat in the source: ${percent(readings[0]?.played.flatBefore ?? 0)}`)
  console.log(
    '  CPU ms  ratio  Mbit/s    SSIM  gradient   flat  bands | x264: Mbit/s   flat  bands | VP9: Mbit/s   flat  bands  settings',
  )
  for (const { name, cpuMsPerFrame, played, h264, vp9 } of readings) {
    const columns = [
      cpuMsPerFrame.toFixed(2).padStart(8),
      (cpuMsPerFrame / readings[0]!.cpuMsPerFrame).toFixed(2).padStart(6),
      played.mbitPerSec.toFixed(2).padStart(7),
      played.ssim.toFixed(4).padStart(7),
      played.gradientError.toFixed(3).padStart(9),
      printShares(played),
      '|',
      h264.mbitPerSec.toFixed(2).padStart(12),
      printShares(h264),
      '|',
      vp9.mbitPerSec.toFixed(2).padStart(11),
      printShares(vp9),
      ` ${name}`,
    ]
    console.log(columns.join(' '))
  }
}

function printShares({ flatAfter, bands }: Seen): string {
  return `${percent(flatAfter).padStart(6)} ${percent(bands).padStart(6)}`
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`
}
