import type { Layer } from '../../compose/layer.ts'
import type { Box, Size } from '../../geometry.ts'
import { type AnimationSlots, playAnimation } from '../../layers/animation.ts'
import type { Lottie } from '../../lottie/lottie-file.ts'
import { drawToUrl } from '../../paint/draw-to-url.ts'
import { drawFilling } from '../../paint/shapes.ts'
import { bindColour, bindWords, type LookScene } from '../look-scene.ts'
import type { ResolvedOf } from '../resolve-layers.ts'
import { bindMotion, findLargest, growBox, shrinkScale } from './motion.ts'

/** An animation of the look in a box, filled with what its slots are bound to. */
export function drawLottie(layer: ResolvedOf<'lottie'>, box: Box, scene: LookScene): Layer[] {
  const source = scene.animations[layer.animation] as Lottie | undefined
  if (!source) return []
  const motion = bindMotion(layer, scene)
  const largest = findLargest(layer, scene)
  const scale = shrinkScale(motion.scale, largest)
  return [
    playAnimation(source, growBox(box, motion.anchor, largest), {
      ...motion,
      ...(scale !== undefined && { scale }),
      audio: scene.audio,
      fontStyle: scene.fontStyle,
      slots: bindSlots(layer.slots, scene),
      ...(layer.time && { time: layer.time }),
      fit: layer.fit ?? 'FIT',
    }),
  ]
}

function bindSlots(slots: ResolvedOf<'lottie'>['slots'], scene: LookScene): AnimationSlots {
  const { text = {}, colour = {}, image = {} } = slots ?? {}
  return {
    text: mapValues(text, (words) => bindWords(words, scene).text),
    colour: mapValues(colour, (wished) => bindColour(wished, scene)),
    image: mapValues(image, () => (size: Size) => drawCover(scene, size)),
  }
}

function mapValues<From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
}

/** The cover as a picture inside of an animation, cut so that what matters in it stays. */
function drawCover({ cover }: LookScene, size: Size): string {
  return drawToUrl(size, (ctx) => drawFilling(ctx, cover, { x: 0, y: 0, ...size }))
}
