import type { Frame, Moving } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Box, Size } from '../geometry.ts'
import { lottie } from '../layers/lottie.ts'
import { paint } from '../layers/paint.ts'
import { type SpriteProps, sprite } from '../layers/sprite.ts'
import type { Cover } from '../paint/create-cover.ts'
import type { FontStyle } from '../paint/font-families.ts'
import type { AudioTrack } from '../track/audio-track.ts'
import {
  type BrandFilling,
  drawCoverUrl,
  filmOf,
  growWithin,
  placeView,
  playFrom,
  STING_REACH,
} from './brand-animation.ts'
import type { LogoForm, LogoSting, OwnLogo } from './brand-scene.ts'
import { drawLogo, drawPlate } from './draw-logo.ts'
import { type LogoMeasure, PLATE_MARGIN, sizeLogo } from './logo-box.ts'

/** What a look knows that shows a logo itself; what its setup gets is enough. */
export type LogoStage = {
  logo?: OwnLogo | undefined
  audio: AudioTrack
  cover: Cover
  song: BrandFilling['song']
  fontStyle: FontStyle
}

/**
 * The brand's logo in a place that a look has for it, by the name that `placeLogos` gives to the place: as it is, in one colour or on a
 * plate, as its ground asks, and all of it inside of its box. One that plays does so there. Nothing without a brand.
 */
export function ownLogo(stage: LogoStage, name: string, box: Box, props: SpriteProps = {}): Layer[] {
  const form = stage.logo?.forms[name]
  if (!stage.logo || !form) return []
  if (form.sting) return playLogo(stage, { ...form, sting: form.sting }, box, props)
  const { opacity } = stage.logo
  const painting = paint(box, (ctx, size) => {
    ctx.globalAlpha = opacity
    drawLogo(ctx, form, fitLogo(form.picture, size, form.plate !== undefined))
  })
  return [sprite(painting, props)]
}

/** A high logo, or one of lines, may be so much higher than others where nothing else is said. */
const TALLEST = 1.5

/**
 * How large a logo is that may be so high and so wide: a long one is lower, and a high one or one of lines higher, so that all of them
 * weigh alike. Where the look has no room for that, it says how high the highest may be.
 */
export function fitLogoSize(logo: LogoMeasure, most: Size & { tallest?: number }): Size {
  const { width, height } = sizeLogo(logo, most.height)
  const scale = Math.min(1, most.width / width, (most.tallest ?? TALLEST * most.height) / height)
  return { width: scale * width, height: scale * height }
}

/** Plays where it will rest, over its plate if it needs one. */
function playLogo(
  stage: LogoStage,
  { sting, plate, tint, picture }: LogoForm & { sting: LogoSting },
  box: Box,
  props: SpriteProps,
): Layer[] {
  const { logo, audio, song, fontStyle, cover } = stage
  const inner = fitLogo(picture, box, plate !== undefined)
  const rest = { ...inner, x: box.x + inner.x, y: box.y + inner.y }
  const { lottie: json, ink } = sting
  const whole = { x: 0, y: 0, width: json.w, height: json.h }
  const view = growWithin(ink, STING_REACH, whole)
  const place = placeView(view, ink, rest)
  const film = filmOf(json, placeView(whole, ink, rest), {
    song,
    palette: cover.palette,
    font: fontStyle,
    words: logo?.words,
    cover: drawCoverUrl(cover),
  })
  const opacity = fade(props.opacity, logo?.opacity ?? 1)
  const play = playFrom(json, audio, logo?.startSecs ?? 0)
  // It is turned and scaled around a point of its box, though more than that is drawn.
  const { x = 0.5, y = 0.5 } = props.anchor ?? {}
  const anchor = {
    x: (box.x + x * box.width - place.x) / place.width,
    y: (box.y + y * box.height - place.y) / place.height,
  }
  const ground = plate && paint(box, (ctx, size) => drawPlate(ctx, plate, fitLogo(picture, size, true)))
  return [
    ...(ground ? [sprite(ground, { ...props, opacity })] : []),
    lottie(film, place, { ...props, opacity, anchor, play, view, ...(tint && { colour: tint }) }),
  ]
}

function fade(opacity: Moving<number> | undefined, by: number): Moving<number> {
  if (opacity === undefined) return by
  return typeof opacity === 'number' ? opacity * by : (frame: Frame) => opacity(frame) * by
}

/** The largest place of a logo in the middle of a box; a plate stays inside of it with all of its rim. */
function fitLogo(logo: Size, { width, height }: Size, isOnPlate: boolean): Box {
  const rim = isOnPlate ? 2 * PLATE_MARGIN * Math.min(logo.width, logo.height) : 0
  const scale = Math.min(width / (logo.width + rim), height / (logo.height + rim))
  const size = { width: logo.width * scale, height: logo.height * scale }
  return { x: (width - size.width) / 2, y: (height - size.height) / 2, ...size }
}
