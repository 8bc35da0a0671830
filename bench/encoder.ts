import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadTemplates } from '@songreel/templates'
import { buildScene } from '../packages/render/src/scene/build-scene.ts'
import { type Candidate, listCandidates } from './encoder/candidates.ts'
import { measureCandidates, type Reading } from './encoder/measure-candidates.ts'
import { moveOverPhotograph } from './encoder/moving-photograph.ts'
import { fetchPhotographs, type Photograph } from './encoder/photographs.ts'
import { planScenes } from './encoder/scenes.ts'

const SHORT_SIDE_PX = 1080

/** One group of pictures between key frames, from the middle of the eight seconds of a rehearsal. */
const FRAMES = { start: 90, count: 60 }

const RESULT = fileURLToPath(new URL('../build/bench/encoder.json', import.meta.url))

/** At most twice the source's share of flat blocks; so much more is granted where the source has next to none. */
const FLAT_RATIO = 2
const FLAT_ALLOWANCE = 0.02

type Measured = { contentId: string; cover: string; isNoisy: boolean; readings: Reading[] }

/**
 * Encodes every template at FULL with drawn and photographic covers, with all candidates in turn, and compares what comes
 * out with what went in. `npm run bench encoder -- [CONTENT_ID ...] [--try crf=18:aq-mode=3] [--json]`.
 */
export async function run(args: string[]): Promise<void> {
  const { tries, wanted, isJson } = readArguments(args)
  const { candidates, chosen } = listCandidates(tries)
  const photographs = await fetchPhotographs()
  if (photographs.length === 0)
    console.error('Debian packages cannot be reached: drawn covers only, and no clip.')
  const scenes: Measured[] = []
  const take = (measured: Measured) => {
    scenes.push(measured)
    if (!isJson) printMeasured(measured)
  }
  for (const [contentId, loaded] of await loadTemplates()) {
    if (wanted.length > 0 && !wanted.includes(contentId)) continue
    for (const { cover, plan } of await planScenes(loaded, { photographs, shortSidePx: SHORT_SIDE_PX })) {
      const scene = await buildScene(plan)
      const readings = measureCandidates(scene, FRAMES, candidates)
      scene.close()
      take({ contentId, cover, isNoisy: scene.isNoisy, readings })
    }
  }
  if (wanted.length === 0) for (const each of photographs) take(await measureClip(each, candidates))
  finish(scenes, { candidates, chosen, isJson })
}

function readArguments(args: string[]): { tries: string[]; wanted: string[]; isJson: boolean } {
  const tries = args.flatMap((each, i) => (args[i - 1] === '--try' ? [each] : []))
  const wanted = args.filter((each) => !each.startsWith('--') && !tries.includes(each))
  return { tries, wanted, isJson: args.includes('--json') }
}

async function measureClip(photograph: Photograph, candidates: Candidate[]): Promise<Measured> {
  const size = { width: SHORT_SIDE_PX, height: (SHORT_SIDE_PX * 16) / 9 }
  const { count } = FRAMES
  const clip = await moveOverPhotograph(photograph, { size, frameCount: count })
  const readings = measureCandidates(clip, { start: 0, count }, candidates)
  return { contentId: 'a clip', cover: photograph.name, isNoisy: true, readings }
}

/** Noise has no gradients, so clips are not judged. */
function listMisses(scenes: Measured[], { name }: Candidate): string[] {
  return scenes
    .filter(({ isNoisy }) => !isNoisy)
    .flatMap(({ contentId, cover, readings }) => {
      const { flatAfter, nearlyFlatBefore } = readings.find((each) => each.name === name)!
      const most = FLAT_RATIO * nearlyFlatBefore + FLAT_ALLOWANCE
      return flatAfter > most
        ? [`${contentId} ${cover}: ${percent(flatAfter)} flat, at most ${percent(most)}`]
        : []
    })
}

function finish(
  scenes: Measured[],
  { candidates, chosen, isJson }: { candidates: Candidate[]; chosen: Candidate; isJson: boolean },
): void {
  const drawn = scenes.filter(({ isNoisy }) => !isNoisy)
  const means = candidates.map(({ name }) => meanOf(drawn, name))
  const misses = listMisses(scenes, chosen)
  const strictMisses = drawn.filter(({ readings }) => {
    const { flatAfter, flatBefore } = readings.find(({ name }) => name === chosen.name)!
    return flatAfter > FLAT_RATIO * flatBefore
  }).length
  const result = {
    frames: FRAMES,
    scenes,
    means,
    gate: { isPassed: misses.length === 0, misses, strictMisses },
  }
  mkdirSync(path.dirname(RESULT), { recursive: true })
  writeFileSync(RESULT, JSON.stringify(result, null, 2))
  if (isJson) console.log(JSON.stringify(result))
  else {
    printMeasured({ contentId: 'all scenes', cover: 'mean', isNoisy: false, readings: means })
    console.log(`\n${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores. Written to ${RESULT}`)
    console.log(
      `Gate (flat after <= 2 x flat or nearly flat before + 2 points): ${misses.length === 0 ? 'passed' : 'missed'}`,
    )
    for (const miss of misses) console.log(`  ${miss}`)
    console.log(`Strictly (<= 2 x flat before) missed by ${strictMisses} of ${drawn.length} scenes.`)
  }
  if (misses.length > 0) process.exitCode = 1
}

function meanOf(scenes: Measured[], name: string): Reading {
  const readings = scenes.map((each) => each.readings.find((reading) => reading.name === name)!)
  const mean = (key: Exclude<keyof Reading, 'name'>) =>
    readings.reduce((sum, reading) => sum + reading[key], 0) / readings.length
  return {
    name,
    cpuMsPerFrame: mean('cpuMsPerFrame'),
    mbitPerSec: mean('mbitPerSec'),
    ssim: mean('ssim'),
    gradientError: mean('gradientError'),
    flatBefore: mean('flatBefore'),
    nearlyFlatBefore: mean('nearlyFlatBefore'),
    flatAfter: mean('flatAfter'),
  }
}

function printMeasured({ contentId, cover, readings }: Measured): void {
  console.log(`\n${contentId}, ${cover}`)
  console.log('  CPU ms  ratio  Mbit/s    SSIM  gradient  flat before (nearly)  after  settings')
  for (const each of readings) {
    const columns = [
      each.cpuMsPerFrame.toFixed(2).padStart(8),
      (each.cpuMsPerFrame / readings[0]!.cpuMsPerFrame).toFixed(2).padStart(6),
      each.mbitPerSec.toFixed(2).padStart(7),
      each.ssim.toFixed(4).padStart(7),
      each.gradientError.toFixed(3).padStart(9),
      `${percent(each.flatBefore)} (${percent(each.nearlyFlatBefore)})`.padStart(21),
      percent(each.flatAfter).padStart(6),
      ` ${each.name}`,
    ]
    console.log(columns.join(' '))
  }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`
}
