import {
  type AudioTrack,
  type Cover,
  chance,
  chanceOf,
  defineTemplate,
  type Layer,
  listChapters,
  mixColours,
  type Painting,
  paint,
  particles,
  typeColumn,
  z,
} from '@songreel/kit'
import { type Flight, planFlight, SPARKS_PER_BURST } from './flight.ts'
import { type Layout, planLayout } from './layout.ts'
import { nebula } from './nebula.ts'

const DENSITIES = ['LOW', 'MID', 'HIGH'] as const
const POINTS = { LOW: 240, MID: 420, HIGH: 640 }
/** Diameters in pixels of a 1080-pixel short side. */
const POINT_PX = 56
const LENS_PX = 190
const LENSES = 20

/** A flight through the cover's colours. */
export const template = defineTemplate({
  contentId: 'VISUAL_PARTICLE_FIELD',
  title: 'Particle field',
  description:
    'A flight through particles in the colours of the cover: loudness is speed, every bar a burst.',
  requiredData: z.object({ density: z.enum(DENSITIES).optional() }),
  example: { customText: 'Out now', density: 'MID' },
  defaults: { fontStyle: 'GROTESK' },

  setup({ size, data, cover, audio, song, fontStyle, seed, motion }) {
    const words = { label: data.customText ?? '', title: song.title, artist: song.artist }
    const side = chanceOf([-1, 1], seed, 'side')
    const layout = planLayout(size, words, { font: fontStyle, side })
    const flight = planFlight({
      size,
      layout,
      cover,
      audio,
      chapters: listChapters(audio),
      seed,
      isReduced: motion === 'REDUCED',
    })
    const { origin } = layout
    const phase = chance(seed, 'sky')
    return [
      nebula({ size, audio, palette: cover.palette, origin, wayAt: flight.wayAt, phase }),
      ...cloudLayers(layout, flight, POINTS[data.density ?? 'MID']),
      ...typeLayers(layout, cover, audio),
    ]
  },
})

/** Far points first, then the sparks of the last bars, then a few that pass right before the lens, out of focus. */
function cloudLayers({ unit }: Layout, flight: Flight, count: number): Layer[] {
  return [
    particles(paintDot(POINT_PX * unit, 0.55), {
      count,
      place: (particle, index, frame) => flight.placePoint(particle, index, frame, 1),
    }),
    particles(paintDot(30 * unit, 0.4), { count: 2 * SPARKS_PER_BURST, place: flight.placeSpark }),
    particles(paintDot(LENS_PX * unit, 0.82), {
      count: LENSES,
      place: (particle, index, frame) => {
        flight.placePoint(particle, 5000 + index, frame, 1.1)
        particle.opacity *= 0.22
      },
    }),
  ]
}

/** A white dot with a soft edge, full up to this part of its radius; layers give it its colour. */
function paintDot(diameterPx: number, full: number): Painting {
  const radius = diameterPx / 2
  return paint({ x: 0, y: 0, width: diameterPx, height: diameterPx }, (ctx) => {
    const light = ctx.createRadialGradient(radius, radius, 0, radius, radius, radius)
    light.addColorStop(0, '#ffffff')
    light.addColorStop(full, '#ffffff')
    light.addColorStop(1, 'rgba(255, 255, 255, 0)')
    ctx.fillStyle = light
    ctx.fillRect(0, 0, diameterPx, diameterPx)
  })
}

/** Type stands in front of everything; it grows into its place and leaves it as it came. */
function typeLayers({ texts, align }: Layout, { palette }: Cover, audio: AudioTrack): Layer[] {
  const colours = [
    mixColours(palette.accent, palette.text, 0.5),
    palette.text,
    mixColours(palette.muted, palette.text, 0.6),
  ]
  return typeColumn(texts, { audio, colours, align })
}
