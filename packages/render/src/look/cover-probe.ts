import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { type Box, importTemplate } from '@songreel/kit/core'
import { createCover, createScene, type Layer, type LayerSupplies, type Stage } from '@songreel/kit/drawing'
import { CLIP_SUPPLIES } from '../clips/clip-supplies.ts'
import { type ScenePlan, setupInput } from '../scene/build-scene.ts'
import { CONTEXT_TYPE, catchText, type PaintedText, relateTo } from './catch-text.ts'

/** A scene whose cover is another picture, drawn with its type and labels or without them. */
export type CoverProbe = {
  /** Brightness of every pixel, rows without padding. */
  drawLuma(frameIndex: number, without?: 'TYPE'): Uint8Array
  /** Layers that show the cover and letters in one painting; known once they are mounted. */
  readonly mixedLayers: ReadonlySet<number>
  close(): void
}

/** How a probe is opened. */
export type ProbeOptions = {
  /** What is drawn instead of the cover; of the same size, or the composition would be another one. */
  image: Canvas
  /** The template's layers with that image, where they are set up already: that takes longest of all. */
  layers?: readonly Layer[]
  /** Layers in which no letters are painted. */
  lettersOff?: Pick<ReadonlySet<number>, 'has'>
  /** What clips are decoded by. Default: as they are. */
  clips?: LayerSupplies
}

/** A template's layers with a picture in the cover's place, to be mounted in any number of probes. */
export async function setUpLayers(plan: ScenePlan, image: Canvas): Promise<readonly Layer[]> {
  const template = await importTemplate(plan.templateUrl)
  const input = template && setupInput(plan, template)
  return input ? template.setup({ ...input, cover: replaceImage(plan, image) }) : []
}

/** A label is smaller than this part of the frame; what is larger is a ground. */
const LARGEST_LABEL = 0.4
/** So much of a line must lie on a plain painting for it to be the line's label. */
const ON_LABEL = 0.8

/**
 * Draws a template's scene with a picture in the cover's place, while the template is told of the real cover: colours, crops and
 * places are those of the video, only what the cover shows is another.
 */
export async function openProbe(plan: ScenePlan, options: ProbeOptions): Promise<CoverProbe> {
  const { image, lettersOff, clips = CLIP_SUPPLIES, layers = await setUpLayers(plan, image) } = options
  const watch: Watch = { cover: new WeakSet([image]), painted: new Map(), seen: [], isDrawn: () => true }
  const looks = layers.map(
    (_, i): LayerLook => ({ hasText: false, hasCover: false, lettersOff: lettersOff?.has(i) }),
  )
  const scene = await createScene(
    layers.map((layer, i) => watchLayer(layer, i, looks[i]!, watch)),
    { ...plan, ...clips },
  )
  const { width, height } = plan.size
  const draw = (frameIndex: number, isDrawn: Watch['isDrawn']) => {
    watch.isDrawn = isDrawn
    watch.seen = []
    const { y, strideY } = scene.draw(frameIndex)
    const luma = new Uint8Array(width * height)
    for (let row = 0; row < height; row++)
      luma.set(y.subarray(row * strideY, row * strideY + width), row * width)
    return luma
  }
  return {
    drawLuma: (frameIndex, without) => {
      const all = draw(frameIndex, () => true)
      if (!without) return all
      const labels = findLabels(watch.seen, plan.size.width * plan.size.height)
      return draw(frameIndex, (layer) => !labels.has(layer) && !isType(looks[layer]!))
    },
    get mixedLayers() {
      return new Set([...looks.keys()].filter((i) => looks[i]!.hasText && looks[i]!.hasCover))
    },
    close: scene.close,
  }
}

function replaceImage(plan: ScenePlan, image: Canvas) {
  const { picture } = plan.cover
  const { palette, salience, isDrawn } = createCover(plan.cover)
  return { picture, palette, salience, isDrawn, image, width: picture.width, height: picture.height }
}

/** What is known of a layer: whether letters are painted in it, and the cover. */
type LayerLook = { hasText: boolean; hasCover: boolean; lettersOff: boolean | undefined }

/** Something that one layer has drawn in a frame. */
type Seen = { layer: number; box: Box; texts: Box[]; hasCover: boolean }

type PaintedSprite = { width: number; height: number; texts: PaintedText[]; hasCover: boolean }

type Watch = {
  /** Canvases on which the cover stands. */
  cover: WeakSet<object>
  painted: Map<number, PaintedSprite>
  seen: Seen[]
  isDrawn: (layer: number) => boolean
}

function isType({ hasText, hasCover }: LayerLook): boolean {
  return hasText && !hasCover
}

/** The same layer on a stage that notes what is painted and where it is drawn; nothing is left out because something hides it. */
function watchLayer(layer: Layer, index: number, look: LayerLook, watch: Watch): Layer {
  let loose: PaintedText[] = []
  const catchAll = <T>(texts: PaintedText[], run: () => T, isTexture = false) => {
    const { result, hasCover } = catchCover(watch.cover, () => {
      if (!look.lettersOff) return catchText(texts, run)
      return isTexture ? unmuteText(run) : muteText(run)
    })
    look.hasCover ||= hasCover
    return { result, hasCover }
  }
  const mount = (stage: Stage) => {
    const getSprite: Stage['getSprite'] = (painting) => {
      const texts: PaintedText[] = []
      const { result: sprite, hasCover } = catchAll(
        texts,
        () => stage.getSprite(painting),
        painting.isTexture,
      )
      const { address, width, height } = sprite
      if (!watch.painted.has(address)) {
        const lines = painting.isTexture ? [] : relateTo(sprite, painting, texts)
        watch.painted.set(address, { width, height, texts: lines, hasCover })
      }
      const known = watch.painted.get(address)
      look.hasText ||= known !== undefined && known.texts.length > 0
      look.hasCover ||= known?.hasCover ?? false
      return sprite
    }
    const drawSprite: Stage['kernels']['drawSprite'] = (target, address, x, y, scaleX, scaleY, ...rest) => {
      if (loose.length > 0) look.hasText = true
      const painted = watch.painted.get(address)
      if (painted && rest[0] > 0) watch.seen.push(describe(index, painted, { x, y, scaleX, scaleY }))
      stage.kernels.drawSprite(target, address, x, y, scaleX, scaleY, ...rest)
    }
    const kernels = { ...stage.kernels, drawSprite }
    const { result: mounted } = catchAll([], () => layer.mount({ ...stage, getSprite, kernels }))
    return {
      isStill: false,
      draw: (frame: Parameters<typeof mounted.draw>[0]) => {
        loose = []
        if (watch.isDrawn(index)) catchAll(loose, () => mounted.draw(frame))
      },
      ...(mounted.close && { close: () => mounted.close?.() }),
    }
  }
  return { ...layer, mount }
}

type Draw = { x: number; y: number; scaleX: number; scaleY: number }

function describe(layer: number, painted: PaintedSprite, { x, y, scaleX, scaleY }: Draw): Seen {
  const place = (box: Box) => ({
    x: x + box.x * scaleX,
    y: y + box.y * scaleY,
    width: box.width * scaleX,
    height: box.height * scaleY,
  })
  const { width, height, hasCover, texts } = painted
  return {
    layer,
    hasCover,
    box: place({ x: 0, y: 0, width, height }),
    texts: texts.map(({ ink }) => place(ink)),
  }
}

/** Plain paintings behind lines of text: the slabs and tags that they stand on. */
function findLabels(seen: readonly Seen[], framePixels: number): Set<number> {
  const lines = seen.flatMap(({ texts }) => texts)
  const isLabel = ({ box, texts, hasCover }: Seen) =>
    texts.length === 0 &&
    !hasCover &&
    box.width * box.height < LARGEST_LABEL * framePixels &&
    lines.some((line) => sharedArea(line, box) > ON_LABEL * line.width * line.height)
  return new Set(seen.filter(isLabel).map(({ layer }) => layer))
}

function sharedArea(a: Box, b: Box): number {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, across) * Math.max(0, down)
}

/** Runs something and says whether the cover is drawn on any canvas by it, also by way of another canvas. */
function catchCover<T>(cover: WeakSet<object>, run: () => T): { result: T; hasCover: boolean } {
  const { drawImage } = CONTEXT_TYPE
  let hasCover = false
  CONTEXT_TYPE.drawImage = function (this: SKRSContext2D, ...drawing: Parameters<typeof drawImage>) {
    if (cover.has(drawing[0])) {
      hasCover = true
      cover.add(this.canvas)
    }
    return drawImage.apply(this, drawing)
  } as typeof drawImage
  try {
    return { result: run(), hasCover }
  } finally {
    CONTEXT_TYPE.drawImage = drawImage
  }
}

/** Runs something while no letters are drawn. */
function muteText<T>(run: () => T): T {
  const silent = () => undefined
  return writeWith({ fillText: silent, strokeText: silent }, run)
}

/** How letters are really drawn. */
const { fillText, strokeText } = CONTEXT_TYPE

/** Runs something that draws letters all the same: a pattern is made of them, in a layer whose type is left out. */
function unmuteText<T>(run: () => T): T {
  return writeWith({ fillText, strokeText }, run)
}

function writeWith<T>(ways: Pick<typeof CONTEXT_TYPE, 'fillText' | 'strokeText'>, run: () => T): T {
  const before = { fillText: CONTEXT_TYPE.fillText, strokeText: CONTEXT_TYPE.strokeText }
  Object.assign(CONTEXT_TYPE, ways)
  try {
    return run()
  } finally {
    Object.assign(CONTEXT_TYPE, before)
  }
}
