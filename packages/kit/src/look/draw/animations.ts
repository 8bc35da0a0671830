import type { Layer } from '../../compose/layer.ts'
import type { Box, Size } from '../../geometry.ts'
import { lottie } from '../../layers/lottie.ts'
import { fillLottie, type LottieFilling } from '../../lottie/fill-lottie.ts'
import { findDuration, type Lottie } from '../../lottie/lottie-file.ts'
import { planPlay } from '../../lottie/plan-play.ts'
import { drawToUrl } from '../../paint/draw-to-url.ts'
import { drawFilling } from '../../paint/shapes.ts'
import { bindColour, bindWords, type LookScene } from '../look-scene.ts'
import type { ResolvedOf } from '../resolve-layers.ts'
import { bindMotion, findLargest, growBox, shrinkScale } from './motion.ts'

const MOST_DENSITY = 8

/** An animation of the look in a box, filled with what its slots are bound to. */
export function drawLottie(layer: ResolvedOf<'lottie'>, box: Box, scene: LookScene): Layer[] {
  const source = scene.animations[layer.animation] as Lottie | undefined
  if (!source) return []
  const motion = bindMotion(layer, scene)
  const largest = findLargest(layer, scene)
  const painted = growBox(box, motion.anchor, largest)
  const density = Math.min(MOST_DENSITY, Math.max(painted.width / source.w, painted.height / source.h))
  const scale = shrinkScale(motion.scale, largest)
  // Filled at first use: a thread that never shows it never pays.
  let text: string | undefined
  const read = () => {
    text ??= fillLottie(source, bindSlots(layer.slots, scene, density))
    return text
  }
  const film = { width: source.w, height: source.h, frames: source.op - source.ip, read }
  return [
    lottie(film, painted, {
      ...motion,
      ...(scale !== undefined && { scale }),
      play: planPlay(layer.time ?? {}, findDuration(source), scene.audio),
      fit: layer.fit ?? 'FIT',
    }),
  ]
}

function bindSlots(slots: ResolvedOf<'lottie'>['slots'], scene: LookScene, density: number): LottieFilling {
  const { text = {}, colour = {}, image = {} } = slots ?? {}
  return {
    text: new Map(Object.entries(text).map(([name, words]) => [name, bindWords(words, scene).text])),
    colour: new Map(Object.entries(colour).map(([name, wished]) => [name, bindColour(wished, scene)])),
    image: new Map(Object.keys(image).map((name) => [name, (size: Size) => drawCover(scene, size)])),
    font: scene.fontStyle,
    density,
  }
}

/** The cover as a picture inside of an animation, cut so that what matters in it stays. */
function drawCover({ cover }: LookScene, size: Size): string {
  return drawToUrl(size, (ctx) => drawFilling(ctx, cover, { x: 0, y: 0, ...size }))
}
