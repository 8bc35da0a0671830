import {
  type AudioTrack,
  type FieldCells,
  type Frame,
  field,
  type Layer,
  limitLight,
  type Palette,
  parseHex,
  type Size,
  toGroundTone,
} from '@songreel/kit'

/** What the clouds follow. */
export type NebulaPlan = {
  size: Size
  audio: AudioTrack
  palette: Palette
  origin: { x: number; y: number }
  wayAt: (frame: Frame) => number
  /** 0..1: another sky for another variation. */
  phase: number
}

const CELLS = 56

/** The ground: clouds in the cover's two colours that open with the flight and glow with the bass around its origin. */
export function nebula({ size, audio, palette, origin, wayAt, phase }: NebulaPlan): Layer {
  const { background, text, accent, accent2 } = palette
  const [ground, first, second] = [
    background,
    ...[accent, accent2].map((each) => limitLight(background, toGroundTone(each, text, 8))),
  ].map(parseHex)
  const unit = Math.min(size.width, size.height)
  const shade = ({ columns, rows, rgb }: FieldCells, frame: Frame) => {
    const way = wayAt(frame) * 3 + phase * 20
    const bass = audio.glow(frame)
    for (let i = 0; i < columns * rows; i++) {
      const x = (((i % columns) + 0.5) / columns) * size.width - origin.x
      const y = ((Math.floor(i / columns) + 0.5) / rows) * size.height - origin.y
      const radius = Math.hypot(x, y) / unit
      // The logarithm makes all depths alike: the clouds open as the viewer comes nearer.
      const depth = 2.6 * Math.log(0.12 + radius) - way
      const angle = Math.atan2(y, x)
      const bend = Math.sin(3 * angle + 1.7 * Math.sin(depth * 0.6 + phase * 9))
      const cloud = 0.5 + 0.5 * Math.sin(depth * 1.9 + 1.6 * bend)
      const hue = 0.5 + 0.5 * Math.sin(2 * angle - depth * 0.7 + phase * 6)
      const core = 1 / (1 + 5 * radius * radius)
      const light = Math.min(1, 0.62 * cloud * cloud + (0.25 + 0.6 * bass) * core)
      for (let axis = 0; axis < 3; axis++) {
        const deep = ground?.[axis] ?? 0
        const glow = (first?.[axis] ?? 0) * hue + (second?.[axis] ?? 0) * (1 - hue)
        rgb[3 * i + axis] = deep + (glow - deep) * light
      }
    }
  }
  return field({ cells: CELLS, shade })
}
