import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FONT_STYLES, planFrame } from '@songreel/kit'
import { sizeShape } from '@songreel/render'
import {
  type FoundText,
  locateText,
  measureTextContrast,
  pictures,
  REHEARSAL_COVERS,
  type Rehearsal,
  rehearse,
} from '@songreel/render/authoring'
import type { LoadedTemplate } from '../load-templates.ts'
import { checkEnds, checkFilmEnds } from './check-ends.ts'
import { checkLogo, checkLogoOnSubjects } from './check-logo.ts'
import { checkLoop } from './check-loop.ts'
import { checkNames } from './check-names.ts'
import { checkSubject } from './check-subject.ts'
import { checkVariations } from './check-variations.ts'
import { compareSizes } from './compare-sizes.ts'
import { LIVELY, measureTemplate } from './measure-template.ts'
import { drawAt } from './preview-template.ts'
import { type PicturePlace, SeenFault, showFault } from './seen-fault.ts'
import {
  listShapes,
  mainShape,
  PREVIEW_SHORT_SIDE_PX,
  readFixture,
  type TemplateFixture,
  toRehearsal,
} from './template-fixture.ts'

/** A template with its fixture, ready to be examined. */
export type Candidate = LoadedTemplate & {
  fixture: TemplateFixture
  /** Photographs of one's own, over which its type is tried. */
  artPaths?: readonly string[] | undefined
} & PicturePlace

/** One thing that every template must do well; throws what is wrong. */
export type TemplateCheck = { name: string; check(candidate: Candidate): Promise<void> }

/** Reads what is needed to examine a template. */
export async function prepareCandidate(loaded: LoadedTemplate): Promise<Candidate> {
  return { ...loaded, fixture: await readFixture(loaded.folder) }
}

/** Of a template in a folder. */
export const PREVIEW_CHECK = 'preview.png shows what is drawn today'

const CHECKS: readonly TemplateCheck[] = [
  { name: 'its example and its fixture are data that it takes', check: checkData },
  { name: 'every shape shows its type whole and inside of the safe box', check: checkShapes },
  { name: 'titles of any length and script stand whole and inside of the safe box', check: checkTexts },
  { name: 'the name of an artist and a kicker are large enough for a phone', check: checkArtist },
  { name: 'the first and the last frame show the whole composition', check: checkEndFrames },
  { name: 'type is readable on covers of any colour and size, dark and light', check: checkCovers },
  { name: 'type and labels leave the subject of a cover free, and every face', check: checkCoverSubject },
  {
    name: 'the logo of a brand finds a place, and keeps clear of type, of all that is drawn, of subject and faces',
    check: checkLogos,
  },
  { name: 'type is readable on videos and on a photograph, if it takes them', check: checkBackgrounds },
  { name: 'type stands with and without a photograph of the artist, if it shows one', check: checkPhoto },
  { name: 'every voice, another accent and no optional data at all can be drawn', check: checkOptions },
  { name: 'frames do not depend on the order in which they are drawn, nor on the scene', check: checkOrder },
  { name: 'three variations of one idea differ visibly', check: checkThree },
  { name: 'the picture never stands still, not even in silence', check: checkMovement },
  { name: 'it moves as much as its energy promises, and less with reduced motion', check: checkLife },
  { name: 'nothing flashes, however hard the music pounds', check: checkFlashes },
  { name: 'a loop begins again without a jump, in silence and without text', check: checkLoops },
  { name: 'a small frame is the large one, smaller', check: checkSizes },
  { name: PREVIEW_CHECK, check: checkPreview },
]

/** The examination that all templates pass, check by check; what can be seen in a frame is drawn. */
export const TEMPLATE_CHECKS: readonly TemplateCheck[] = CHECKS.map(({ name, check }) => ({
  name,
  check: (candidate) =>
    check(candidate).catch((error: unknown) =>
      showFault(error, { ...candidate, contentId: candidate.template.contentId }),
    ),
}))

/** Small frames show the same composition as large ones and cost next to nothing. */
const SHORT_SIDE_PX = 180
const SECS = 8
const FPS = 30
const MIDDLE_FRAME = 100
const LAST_FRAME = SECS * FPS - 1

async function checkData({ template, fixture }: Candidate): Promise<void> {
  template.requiredData.parse(template.example)
  template.requiredData.parse(fixture.data)
  assert.ok(template.title.length > 0 && template.description.length > 0)
  for (const shape of listShapes(template)) assert.match(shape, /^\d{1,2}x\d{1,2}$/)
}

async function checkShapes(candidate: Candidate): Promise<void> {
  for (const shape of listShapes(candidate.template)) {
    await checkText(withShape(candidate, shape), shape)
    const scene = await rehearse(withShape(candidate, shape))
    for (const frame of [0, LAST_FRAME]) {
      assert.ok(findPeak(scene.drawLuma(frame)) > BLACK_LUMA, `${shape}: frame ${frame} is black`)
    }
    scene.close()
  }
}

const LONG_TITLE =
  'The Long and Winding Story of Everything We Never Said to Each Other on the Bridge Before That Summer Came to an End 1'
const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

const TEXTS: Record<string, { title: string; artist: string; customText?: string }> = {
  empty: { title: '', artist: '' },
  'one letter': { title: 'X', artist: 'Y', customText: 'Z' },
  long: { title: LONG_TITLE, artist: LONG_TITLE.slice(20, 90), customText: LONG_TITLE.slice(0, 80) },
  'one long word': { title: LONG_WORD, artist: LONG_WORD, customText: LONG_WORD },
  emoji: { title: '🌊 Infinite 🌅 Sea 👩🏽‍🎤💜', artist: 'Aury 🎧', customText: '🔥🔥🔥' },
  'right to left': { title: 'ليل بلا نهاية في المدينة', artist: 'נועה כהן', customText: 'متاح الآن' },
  'Chinese and Japanese': { title: '夜明けのうたがきこえる', artist: '周杰倫', customText: '新曲 配信中' },
}

async function checkTexts(candidate: Candidate): Promise<void> {
  for (const shape of listDistantShapes(candidate)) {
    for (const [name, { title, artist, customText }] of Object.entries(TEXTS)) {
      const rehearsal = withShape(candidate, shape)
      const { customText: _, ...data } = candidate.fixture.data
      await checkText(
        {
          ...rehearsal,
          song: { title, artist, album: title },
          data: customText === undefined ? data : { ...data, customText },
        },
        `${shape}, ${name}`,
      )
    }
  }
}

async function checkArtist(candidate: Candidate): Promise<void> {
  for (const shape of listShapes(candidate.template))
    await checkNames(withShape(candidate, shape), shape, [0, MIDDLE_FRAME, LAST_FRAME])
}

/** Players stop on the first frame, lists show the last one: neither may wait for an entrance or be empty after an exit. */
async function checkEndFrames(candidate: Candidate): Promise<void> {
  const check = candidate.template.needs.clips ? checkFilmEnds : checkEnds
  for (const shape of listDistantShapes(candidate)) await check(withShape(candidate, shape), shape)
  const silent = withShape(candidate, mainShape(candidate.template))
  await check({ ...silent, music: 'SILENCE' }, 'silence')
}

async function checkCovers(candidate: Candidate): Promise<void> {
  const [shape] = listDistantShapes(candidate)
  for (const cover of REHEARSAL_COVERS) {
    for (const theme of ['DARK', 'LIGHT'] as const) {
      const { data = {}, ...rehearsal } = withShape(candidate, shape!)
      await checkContrast({ ...rehearsal, cover, data: { ...data, theme } }, `${cover} cover, ${theme}`)
    }
  }
}

/** The subject must be found in a frame, so frames are a little larger. */
const SUBJECT_SHORT_SIDE_PX = 240
const USUAL_SHAPES = ['9x16', '1x1', '16x9', '4x5']

async function checkCoverSubject(candidate: Candidate): Promise<void> {
  const { template, fixture, url } = candidate
  const usual = listShapes(template).filter((shape) => USUAL_SHAPES.includes(shape))
  const rehearsals = [...new Set([...listDistantShapes(candidate), ...usual])].map((shape) => ({
    shape,
    rehearsal: { ...toRehearsal(fixture), templateUrl: url, size: sizeShape(shape, SUBJECT_SHORT_SIDE_PX) },
  }))
  await checkSubject(template, { ...candidate, rehearsals })
}

async function checkLogos(candidate: Candidate): Promise<void> {
  const own = listDistantShapes(candidate).map((shape) => [shape, withShape(candidate, shape)] as const)
  await checkLogo(candidate.template, Object.fromEntries(own))
  await checkLogoOnSubjects(candidate.template, Object.fromEntries(own))
}

async function checkOptions(candidate: Candidate): Promise<void> {
  const { data = {}, ...rehearsal } = withShape(candidate, mainShape(candidate.template))
  const { customText: _, accentColor: __, fontStyle: ___, theme: ____, ...own } = data
  const options = [
    own,
    { ...data, accentColor: '#18e0a0' },
    ...FONT_STYLES.map((fontStyle) => ({ ...data, fontStyle })),
  ]
  for (const each of options) await checkText({ ...rehearsal, data: each }, JSON.stringify(each))
}

async function checkOrder(candidate: Candidate): Promise<void> {
  for (const shape of listDistantShapes(candidate)) await checkFrames(withShape(candidate, shape), shape)
}

async function checkFrames(rehearsal: Rehearsal, what: string): Promise<void> {
  const frames = [0, 1, 7, MIDDLE_FRAME, MIDDLE_FRAME + 1, LAST_FRAME - 6, LAST_FRAME]
  const first = await rehearse(rehearsal)
  const second = await rehearse(rehearsal)
  const forth = frames.map((frame) => first.drawRgb(frame).rgb)
  const back = frames.toReversed().map((frame) => second.drawRgb(frame).rgb)
  const again = frames.toReversed().map((frame) => first.drawRgb(frame).rgb)
  for (const [i, frame] of frames.entries()) {
    const at = frames.length - 1 - i
    assert.ok(forth[i]!.equals(back[at]!), `${what}: frame ${frame} differs in a second scene`)
    assert.ok(forth[i]!.equals(again[at]!), `${what}: frame ${frame} differs when drawn again`)
  }
  first.close()
  second.close()
}

/** Own pictures are laid behind type that was set for the cover: it stands whole there, too, and is readable all along. */
async function checkBackgrounds(candidate: Candidate): Promise<void> {
  for (const background of candidate.template.backgrounds.filter((name) => name !== 'COVER')) {
    for (const shape of listDistantShapes(candidate)) {
      // Nothing is harder to read on than a pale picture.
      const rehearsal = { ...withShape(candidate, shape), background, photo: 'LIGHT' as const }
      const what = `${background}, ${shape}`
      await checkText(rehearsal, what)
      for (const frame of [0, MIDDLE_FRAME, LAST_FRAME - 60, LAST_FRAME])
        await checkContrast(rehearsal, what, frame)
      for (const name of ['empty', 'long', 'right to left'])
        await checkText({ ...rehearsal, song: { album: '', ...TEXTS[name]! } }, `${what}, ${name}`)
    }
    const main = withShape(candidate, mainShape(candidate.template))
    await checkFrames({ ...main, background }, background)
  }
}

/** A look with a place for the photograph does without it, too, and nothing is harder to read on than a pale one. */
async function checkPhoto(candidate: Candidate): Promise<void> {
  if (candidate.template.needs.photo !== 'OPTIONAL') return
  for (const shape of listDistantShapes(candidate)) {
    for (const photo of ['NONE', 'LIGHT'] as const) {
      const rehearsal = { ...withShape(candidate, shape), photo }
      const what = `${shape}, ${photo === 'NONE' ? 'no photograph' : 'a pale photograph'}`
      await checkText(rehearsal, what)
      await checkContrast(rehearsal, what)
      for (const name of ['empty', 'long', 'right to left'])
        await checkText({ ...rehearsal, song: { album: '', ...TEXTS[name]! } }, `${what}, ${name}`)
    }
  }
}

async function checkMovement(candidate: Candidate): Promise<void> {
  const scene = await rehearse({
    ...withShape(candidate, mainShape(candidate.template)),
    music: 'SILENCE',
  })
  for (let frame = FPS; frame + FPS <= LAST_FRAME; frame += FPS) {
    const isStill = Buffer.from(scene.drawLuma(frame)).equals(scene.drawLuma(frame + FPS))
    assert.ok(!isStill, `nothing moves from frame ${frame} to ${frame + FPS}`)
  }
  scene.close()
}

/** Every so manieth frame, so that all parts of a beat are met in turn. */
const LIFE_SAMPLE_FRAMES = 8

async function checkLife(candidate: Candidate): Promise<void> {
  const { energy, needs } = candidate.template
  const { least, most } = LIVELY[energy]
  const everyFrames = LIFE_SAMPLE_FRAMES
  const { changedPixels } = await measureTemplate(candidate, { everyFrames })
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  assert.ok(
    changedPixels >= least && changedPixels <= most,
    `${percent(changedPixels)} of the pixels change from frame to frame, not ${percent(least)} to ${percent(most)} (${energy})`,
  )
  // What moves in a clip moves whatever the template does.
  if (needs.clips) return
  const reduced = await measureTemplate(candidate, { everyFrames, motion: 'REDUCED' })
  assert.ok(
    reduced.changedPixels < changedPixels,
    `with reduced motion ${percent(reduced.changedPixels)} of the pixels change, not less than ${percent(changedPixels)}`,
  )
}

async function checkFlashes(candidate: Candidate): Promise<void> {
  for (const shape of listDistantShapes(candidate).slice(0, 2)) {
    for (const [cover, theme] of [
      ['NIGHT_SEA', 'DARK'],
      ['RED', 'DARK'],
      ['LIGHT', 'LIGHT'],
    ] as const) {
      const { data = {}, ...rehearsal } = withShape(candidate, shape)
      const pounding = { ...rehearsal, music: 'POUNDING', secs: 3, cover, data: { ...data, theme } } as const
      const scene = await rehearse(pounding)
      const flashes = scene.countFlashes()
      scene.close()
      assert.ok(flashes <= SAFE_FLASHES, `${shape}, ${cover}: ${flashes} flashes a second`)
    }
  }
}

async function checkThree(candidate: Candidate): Promise<void> {
  const rehearsal = withShape(candidate, mainShape(candidate.template))
  await checkVariations(candidate.template.contentId, rehearsal, MIDDLE_FRAME)
}

async function checkLoops(candidate: Candidate): Promise<void> {
  await checkLoop(candidate.template, withShape(candidate, mainShape(candidate.template)))
}

/** Whoever judges by a preview must get what was seen: nothing may depend on pixels instead of on the frame. */
async function checkSizes(candidate: Candidate): Promise<void> {
  const size = sizeShape(mainShape(candidate.template), PREVIEW_SHORT_SIDE_PX)
  const rehearsal = { ...toRehearsal(candidate.fixture), templateUrl: candidate.url, size }
  const difference = await compareSizes(rehearsal, MIDDLE_FRAME)
  assert.ok(difference < SAME_COMPOSITION, `large and small frames differ by ${difference.toFixed(1)}`)
}

async function checkPreview({ template, url, folder, fixture }: Candidate): Promise<void> {
  const remedy = `run: npm run preview ${template.contentId.toLowerCase().replaceAll('_', '-')}`
  const size = sizeShape(mainShape(template), PREVIEW_SHORT_SIDE_PX)
  const png = await readFile(join(folder, 'preview.png')).catch(() => assert.fail(`it is missing; ${remedy}`))
  const seen = await pictures.decode(png)
  assert.deepEqual({ width: seen.width, height: seen.height }, size, `it has another size; ${remedy}`)
  const { rgb } = await drawAt({ ...toRehearsal(fixture), templateUrl: url, size }, fixture.previewSecs)
  let sum = 0
  for (let i = 0; i < rgb.length; i++) sum += Math.abs(rgb[i]! - seen.rgb[i]!)
  assert.ok(sum / rgb.length < SAME_PICTURE, `it shows another picture than today's; ${remedy}`)
}

/** WCAG 2.2, 2.3.1. */
const SAFE_FLASHES = 3
/** As the check of every finished video says; luma 16 is black, 235 white. */
const BLACK_LUMA = 16 + 0.13 * 219
/** Mean difference of pixel values: another machine's rounding stays below, another composition does not. */
const SAME_PICTURE = 2
/** Mean difference of large and small cells: edges that fall otherwise on pixels stay below, another place does not. */
const SAME_COMPOSITION = 3
const READABLE = 4.5
/** Half a pixel of anti-aliasing on either side, at this small size. */
const TOLERANCE_PX = 1.5

function withShape({ url, fixture }: Candidate, shape: string): Rehearsal {
  return { ...toRehearsal(fixture), templateUrl: url, size: sizeShape(shape, SHORT_SIDE_PX) }
}

/** The first, the tallest, the widest and the squarest shape: what goes wrong elsewhere goes wrong in one of these. */
function listDistantShapes({ template }: Candidate): string[] {
  const parseRatio = (shape: string) => {
    const { width, height } = sizeShape(shape, 360)
    return Math.log(width / height)
  }
  const shapes = listShapes(template).toSorted((a, b) => parseRatio(a) - parseRatio(b))
  const squarest = shapes.toSorted((a, b) => Math.abs(parseRatio(a)) - Math.abs(parseRatio(b)))[0]!
  return [...new Set([mainShape(template), squarest, shapes[0]!, shapes.at(-1)!])]
}

/** At all times every line is inside of the safe box and of its own painting, and no word of the title is lost. */
async function checkText(rehearsal: Rehearsal, name: string): Promise<void> {
  const frames = [0, MIDDLE_FRAME, LAST_FRAME]
  const found = await locateText(rehearsal, frames)
  for (const frame of frames) {
    const lines = found.filter(({ frameIndex }) => frameIndex === frame)
    const fault = findTextFault(lines, rehearsal)
    if (fault) throw new SeenFault(`${name}, frame ${frame}: ${fault}`, rehearsal, frame)
  }
}

/** The first line that is clipped, leaves the safe box, or lacks a part of the title. */
function findTextFault(found: FoundText[], rehearsal: Rehearsal): string | undefined {
  const { safe } = planFrame(rehearsal.size)
  for (const { text, ink, isClipped } of found) {
    if (isClipped) return `"${text}" is clipped`
    const isInside =
      ink.x >= safe.x - TOLERANCE_PX &&
      ink.y >= safe.y - TOLERANCE_PX &&
      ink.x + ink.width <= safe.x + safe.width + TOLERANCE_PX &&
      ink.y + ink.height <= safe.y + safe.height + TOLERANCE_PX
    if (!isInside) return `"${text}" leaves the safe box: ${JSON.stringify({ ink, safe })}`
  }
  const letters = (text: string) => text.toUpperCase().replace(/[\s\u200b\u00ad-]/g, '')
  const shown = letters(found.map(({ text }) => text).join(''))
  const { title } = rehearsal.song
  // A template without names shows none of the title; one with names shows all of it.
  const beginning = letters(title).slice(0, 4)
  const isWhole = !beginning || !shown.includes(beginning) || shown.includes(letters(title))
  return isWhole ? undefined : `the title is not whole: ${shown}`
}

async function checkContrast(rehearsal: Rehearsal, what: string, frame = MIDDLE_FRAME): Promise<void> {
  for (const { text, ratio } of await measureTextContrast(rehearsal, frame)) {
    const message = `${what}: "${text}" has a contrast of ${ratio.toFixed(1)}:1`
    if (ratio < READABLE - 0.1) throw new SeenFault(message, rehearsal, frame)
  }
}

function findPeak(luma: Uint8Array): number {
  return luma.reduce((peak, value) => Math.max(peak, value), 0)
}
