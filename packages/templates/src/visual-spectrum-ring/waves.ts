import {
  type AudioTrack,
  accumulate,
  clamp01,
  discs,
  type Frame,
  type Layer,
  mixColours,
  type RingCircle,
  type Size,
} from '@songreel/kit'

/** What waves come from and look like. */
export type WavesPlan = {
  size: Size
  audio: AudioTrack
  source: RingCircle
  /** Where they come from, and where they end, as colours. */
  from: string
  to: string
  isReduced: boolean
}

/** So many are seen at a time. */
const COUNT = 6
/** Waves a second: always, and on a beat, which drives all of them on. */
const SPEED = { always: 0.4, beat: 4.2 }
/** How much further the bass carries those at the cover than those at the frame's edge, of the way between two. */
const BASS = 0.3

/** The ground: flat discs of colour that the sound drives outward from the cover, each a step nearer to the ground's own colour. */
export function waves({ size, audio, source, from, to, isReduced }: WavesPlan): Layer {
  const wayAt = accumulate(audio, (frame) => SPEED.always + (isReduced ? 0 : SPEED.beat * audio.beat(frame)))
  const { x, y } = source
  const reach = Math.hypot(Math.max(x, size.width - x), Math.max(y, size.height - y))
  const step = reach / COUNT
  const placesAt = (frame: Frame) => {
    const way = wayAt(frame)
    const swing = BASS * audio.bass(frame)
    return Array.from({ length: COUNT + 1 }, (_, i) => {
      const place = COUNT - i + (way - Math.floor(way)) - 0.5
      return place + swing * (1 - place / COUNT)
    })
  }
  const colourAt = (place: number) => mixColours(from, to, clamp01(place / COUNT))
  return discs({
    ground: to,
    colours: (frame) => placesAt(frame).map(colourAt),
    radii: (frame) => placesAt(frame).map((place) => Math.max(0, place * step)),
    x,
    y,
  })
}
