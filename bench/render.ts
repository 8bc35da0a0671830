import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Energy } from '@songreel/kit'
import { importTemplate } from '@songreel/kit/core'
import { writeLookUrl } from '@songreel/kit/look'
import {
  addBackground,
  BACKGROUNDS,
  type Background,
  makeDemo,
  type RenderPlan,
  renderVideo,
} from '@songreel/render'
import { makeDemoClips } from '@songreel/render/authoring'
import { type LoadedTemplate, loadTemplates, type Templates } from '@songreel/templates'
import { readFixture } from '@songreel/templates/fixture'
import { measureTemplate } from '@songreel/templates/measure'
import { encodeMp3 } from '../packages/audio/src/synth/encode-pcm.ts'
import { synthesiseSong } from '../packages/audio/src/synth/synthesise-song.ts'
import { type LocalBrand, readBrand } from '../packages/cli/src/videos/read-brand.ts'
import { dressScene } from '../packages/render/src/look/dress-scene.ts'
import { buildScene, type ScenePlan } from '../packages/render/src/scene/build-scene.ts'
import { prepareScene } from '../packages/render/src/scene/prepare-scene.ts'
import { type EncodeCost, measureEncodeCost, measureFrames } from './render/encode-cost.ts'
import { createSkiaScene } from './render/skia-scene.ts'

/** A look in a file has no song and cover to be measured with, so it borrows some. */
const FIXTURE_OF_LOOKS = fileURLToPath(
  new URL('../packages/templates/src/base-basic-unified', import.meta.url),
)
const REPEATS = 3
const SECS = 10

type TemplateFigures = {
  contentId: string
  encodeOnlyCpuMsPerFrame: number
  drawEncodeCpuMsPerFrame: number
  ratio: number
  energy: Energy
  changedPixels: number
  changedLuma: number
  wallSecs: number
  peakMb: number
}
type Figures = { templates: TemplateFigures[]; alternative?: { drawEncodeCpuMsPerFrame: number } }

/**
 * What a render costs beside its encoder alone and how lively it is, for every template at FULL 9x16 or for those that are
 * named, with the brand of `--brand=<file>` and over the `--background=VIDEOS|ARTIST` if there is one; or for the look of
 * `--look=<file>`; and what the common alternative costs.
 */
export async function run(args: string[]): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'songreel-bench-'))
  const readOption = (name: string) =>
    args.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3)
  const brandFile = readOption('brand')
  const background = BACKGROUNDS.find((name) => name === readOption('background'))
  const wanted = args.filter((each) => !each.startsWith('--')).map(toContentId)
  try {
    const song = path.join(folder, 'song.mp3')
    encodeMp3(synthesiseSong({ secs: 60 }).pcm, song)
    const templates: TemplateFigures[] = []
    let reference: ScenePlan | undefined
    const lookFile = readOption('look')
    const all = lookFile === undefined ? await loadTemplates() : await loadLook(lookFile)
    const unknown = wanted.find((each) => !all.has(each))
    if (unknown) throw new Error(`No template ${unknown}. There are ${[...all.keys()].join(', ')}.`)
    for (const loaded of all.values()) {
      if (wanted.length > 0 && !wanted.includes(loaded.template.contentId)) continue
      const { needs, backgrounds } = loaded.template
      if (background && !backgrounds.includes(background)) continue
      const { clips: showsClips, photo } = addBackground(needs, background)
      const clips = showsClips ? await makeDemoClips(folder, { enlargement: 3 }) : []
      const plan = planRender(loaded, {
        song,
        clips,
        folder,
        background,
        photo: photo && (await makeDemo(path.join(folder, 'demo'))).cover,
        brand: brandFile && (await readBrand(brandFile)),
      })
      const { scene } = await prepareScene(plan, { dress: dressScene })
      reference ??= scene
      templates.push({
        contentId: plan.template.contentId,
        ...(await measureScene(scene)),
        energy: loaded.template.energy,
        ...(await measureTemplate({
          ...loaded,
          fixture: await readFixture(lookFile ? FIXTURE_OF_LOOKS : loaded.folder),
        })),
        ...(await measureJob(plan)),
      })
    }
    // Whoever measures one template has no use for another scene's cost.
    const alternative =
      reference && wanted.length === 0
        ? { drawEncodeCpuMsPerFrame: measureAlternative(reference) }
        : undefined
    report({ templates, ...(alternative && { alternative }) }, args.includes('--json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A look in a file of any name; it says its contentId itself. */
async function loadLook(file: string): Promise<Templates> {
  const url = writeLookUrl(JSON.parse(await readFile(file, 'utf8')))
  const template = await importTemplate(url)
  if (!template) throw new Error(`${file} is no look.`)
  return new Map([[template.contentId, { template, url, folder: path.dirname(file) }]])
}

/** A line every two and a half seconds, every word timed. */
function writeLyrics(folder: string): string {
  const words = 'and every light along the shore is yours'.split(' ')
  const stamp = (secs: number) => `00:${secs.toFixed(2).padStart(5, '0')}`
  const lines = Array.from({ length: 22 }, (_, line) => {
    const timed = words.map((word, index) => `<${stamp(2.5 * line + 0.28 * index)}>${word}`)
    return `[${stamp(2.5 * line)}]${timed.join(' ')}`
  })
  const file = path.join(folder, 'song.lrc')
  writeFileSync(file, lines.join('\n'))
  return file
}

/** `base-art-track` is understood too. */
function toContentId(name: string): string {
  return name.toUpperCase().replaceAll('-', '_')
}

type BenchFiles = {
  song: string
  clips: string[]
  folder: string
  background?: Background | undefined
  photo?: string | false | undefined
  brand?: LocalBrand | '' | undefined
}

function planRender(
  { template, url }: LoadedTemplate,
  { song, clips, folder, background, photo, brand }: BenchFiles,
): RenderPlan {
  return {
    template: { contentId: template.contentId, url },
    data: template.example,
    size: { width: 1080, height: 1920 },
    fps: 30,
    quality: 'FULL',
    format: 'MP4',
    files: {
      audio: song,
      clips,
      ...(template.needs.lyrics && { lyrics: writeLyrics(folder) }),
      ...(photo && { photo }),
      ...(brand && { brand: brand.files }),
    },
    ...(background && { background }),
    ...(brand && { brand: brand.brand }),
    // A loop has a length of its own.
    excerpt: template.defaults.excerpt.kind === 'LOOP' ? null : { startSecs: 20, endSecs: 20 + SECS },
    song: { title: 'Tin Lanterns', artist: 'Odalys Wren', album: 'Harbour EP' },
    theme: 'DARK',
    seed: 1,
    folder,
    outFile: path.join(folder, 'video.mp4'),
    threads: availableParallelism(),
    watermark: false,
  }
}

async function measureScene(
  plan: ScenePlan,
): Promise<Pick<TemplateFigures, 'encodeOnlyCpuMsPerFrame' | 'drawEncodeCpuMsPerFrame' | 'ratio'>> {
  const scene = await buildScene(plan)
  const costs: EncodeCost[] = []
  for (let repeat = 0; repeat < REPEATS; repeat++) costs.push(await measureEncodeCost(scene))
  scene.close()
  return {
    encodeOnlyCpuMsPerFrame: median(costs.map(({ encodeOnlyMs }) => encodeOnlyMs)),
    drawEncodeCpuMsPerFrame: median(costs.map(({ drawEncodeMs }) => drawEncodeMs)),
    // Each run's own ratio: its two ways met the same machine.
    ratio: median(costs.map(({ encodeOnlyMs, drawEncodeMs }) => drawEncodeMs / encodeOnlyMs)),
  }
}

/** The whole job as a user sees it: process start, analysis, drawing, check. */
async function measureJob(plan: RenderPlan): Promise<Pick<TemplateFigures, 'wallSecs' | 'peakMb'>> {
  const wallSecs: number[] = []
  const peakMb: number[] = []
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const startMs = performance.now()
    const { peakMemoryMb } = await renderVideo(plan)
    wallSecs.push((performance.now() - startMs) / 1000)
    peakMb.push(peakMemoryMb)
  }
  return { wallSecs: median(wallSecs), peakMb: Math.max(...peakMb) }
}

function measureAlternative({ audio, cover, fps, frameCount, size }: ScenePlan): number {
  const skia = createSkiaScene(audio, cover.picture)
  const figures = Array.from({ length: REPEATS }, () =>
    measureFrames({ size, fps, frameCount, draw: skia.draw }),
  )
  skia.free()
  return median(figures)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}

function report(figures: Figures, isJson: boolean): void {
  if (isJson) {
    console.log(JSON.stringify(figures))
    return
  }
  console.log(
    `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores, Node ${process.versions.node}`,
  )
  console.log('FULL 9x16, 10 s, CPU ms per frame, median of 3\n')
  console.log(
    'template                    encode only  draw + encode   ratio   life              whole job   peak memory',
  )
  for (const each of figures.templates) {
    const columns = [
      each.contentId.padEnd(26),
      each.encodeOnlyCpuMsPerFrame.toFixed(2).padStart(12),
      each.drawEncodeCpuMsPerFrame.toFixed(2).padStart(14),
      each.ratio.toFixed(3).padStart(7),
      `${(each.changedPixels * 100).toFixed(1)} %`.padStart(8),
      each.energy.padEnd(9),
      `${each.wallSecs.toFixed(2)} s`.padStart(11),
      `${each.peakMb} MB`.padStart(13),
    ]
    console.log(columns.join(' '))
  }
  if (!figures.alternative) return
  console.log(
    `\nCanvas to RGBA to the same encoder, reference scene: ${figures.alternative.drawEncodeCpuMsPerFrame.toFixed(2)}`,
  )
}
