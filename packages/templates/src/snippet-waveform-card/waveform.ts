import {
  type AudioTrack,
  dancingWaveform,
  fromOklch,
  glow,
  hexToOklch,
  type Layer,
  mixColours,
  type Palette,
  paint,
  toGroundTone,
} from '@songreel/kit'
import type { CardLayout } from './layout.ts'
import type { Timing } from './timing.ts'

/** Bar width as a part of the distance between bars. */
const THICKNESS = 0.56
const LAMP_LIGHT = 0.6
/** What is still to come, between ground and type: quiet, and seen on the ground's light, too. */
const COMING_LIGHT = 0.42

/** What is still to come, quiet and at rest, and over it what has been played, bar by bar. */
export function drawWaveform(
  audio: AudioTrack,
  { waveform: box, barCount }: CardLayout,
  palette: Palette,
  coming = COMING_LIGHT,
): Layer[] {
  return dancingWaveform(box, {
    audio,
    barCount,
    thickness: THICKNESS,
    comingColour: mixColours(palette.background, palette.text, coming),
    playedColour: palette.accent,
  })
}

/** The light around the playhead, which rises with the bass and travels with it. */
export function lightPlayhead(audio: AudioTrack, { waveform: box }: CardLayout, palette: Palette): Layer {
  const radius = box.height / 2
  const lamp = paint({ x: box.x - radius, y: box.y, width: 2 * radius, height: box.height }, (ctx) => {
    ctx.beginPath()
    ctx.arc(radius, radius, radius, 0, 7)
    ctx.fill()
  })
  return glow(lamp.shape, {
    colour: chooseLamp(palette),
    strength: (frame) => LAMP_LIGHT * (0.4 + 0.6 * audio.glow(frame)),
    spread: 1.2 * radius,
    x: (frame) => box.width * frame.position,
  })
}

/** Light on a pale ground: no darker than this, and of no stronger a colour. */
const PALE = { lightness: 0.85, chroma: 0.11 }

/** The accent where it is lighter than the ground; on a pale one it would be a smudge: there it is a tint of the most colourful that the cover has. */
export function chooseLamp({ accent, accent2, background, swatches }: Palette): string {
  const ground = hexToOklch(background).lightness
  if (hexToOklch(accent).lightness > ground) return accent
  const colours = [accent, accent2, ...swatches.map(({ colour }) => colour)].map(hexToOklch)
  const { hue, chroma } = colours.reduce((most, each) => (each.chroma > most.chroma ? each : most))
  return fromOklch({
    hue,
    chroma: Math.min(PALE.chroma, chroma),
    lightness: Math.min(PALE.lightness, ground),
  })
}

/** A wide light at the foot of the card, from behind the waveform: the whole ground answers the song. */
export function lightGround(
  { waveform: box, frame: { size, scale } }: CardLayout,
  { grounds, text }: Palette,
  { light }: Timing,
): Layer {
  const lamp = paint({ x: 0, y: box.y, width: size.width, height: box.height }, (ctx, { width, height }) => {
    ctx.beginPath()
    ctx.ellipse(width / 2, height / 2, 0.46 * width, height / 2, 0, 0, 7)
    ctx.fill()
  })
  // Type stands on it, so that it is no brighter than type allows.
  return glow(lamp.shape, {
    colour: toGroundTone(grounds[0], text, LAMP_CONTRAST),
    strength: light,
    scale: (at) => 1 + 0.25 * light(at),
    spread: scale(260),
  })
}

const LAMP_CONTRAST = 8
