import type { Layer } from '../compose/layer.ts'
import { RenderError } from '../errors.ts'
import type { Box } from '../geometry.ts'
import { checkLottie } from '../lottie/check-lottie.ts'
import { type DrawImage, fillLottie } from '../lottie/fill-lottie.ts'
import { findLength, type Lottie } from '../lottie/lottie-file.ts'
import { type LottieTime, planPlay } from '../lottie/plan-play.ts'
import type { FontStyle } from '../paint/font-families.ts'
import type { AudioTrack } from '../track/audio-track.ts'
import { lottie } from './lottie.ts'
import type { SpriteProps } from './sprite.ts'

/** What a Lottie animation is filled with, by its own names of layers, fills, slots and pictures. */
export type AnimationSlots = {
  text?: Readonly<Record<string, string>>
  /** `#rrggbb` */
  colour?: Readonly<Record<string, string>>
  image?: Readonly<Record<string, DrawImage>>
}

/** How an animation is filled, timed and placed. */
export type AnimationProps = SpriteProps & {
  audio: Pick<AudioTrack, 'fps' | 'beatSecs' | 'downbeatSecs'>
  /** Of its texts. */
  fontStyle: FontStyle
  slots?: AnimationSlots
  /** Default: at its own speed, again and again. */
  time?: LottieTime
  /** FIT shows all of it in the middle of the box, FILL covers the box. Default FIT. */
  fit?: 'FIT' | 'FILL'
}

/** Finer than this nobody sees, however small the animation was drawn. */
const MOST_DENSITY = 8

/**
 * A Lottie animation, as the JSON that was exported. It is checked here, and refused with `ANIMATION_INVALID`: a template's
 * own file has no other moment for it.
 */
export function animation(json: unknown, box: Box, props: AnimationProps): Layer {
  const bound = new Set(Object.keys(props.slots?.image ?? {}))
  const { lottie: checked, faults } = checkLottie(json, { isBound: (name) => bound.has(name) })
  if (faults) {
    const seen = faults.join('; it ')
    throw new RenderError('ANIMATION_INVALID', `The animation ${seen}.`, { seen })
  }
  return playAnimation(checked, box, props)
}

/** The same for one that was checked. */
export function playAnimation(source: Lottie, box: Box, props: AnimationProps): Layer {
  const { audio, fontStyle, slots = {}, time = {}, fit = 'FIT', ...placement } = props
  const density = Math.min(MOST_DENSITY, Math.max(box.width / source.w, box.height / source.h))
  // Filled at first use: a thread that never shows it never pays.
  let text: string | undefined
  const read = () => {
    text ??= fillLottie(source, {
      text: new Map(Object.entries(slots.text ?? {})),
      colour: new Map(Object.entries(slots.colour ?? {})),
      image: new Map(Object.entries(slots.image ?? {})),
      font: fontStyle,
      density,
    })
    return text
  }
  const film = { width: source.w, height: source.h, frames: source.op - source.ip, read }
  return lottie(film, box, { ...placement, play: planPlay(time, findLength(source), audio), fit })
}
