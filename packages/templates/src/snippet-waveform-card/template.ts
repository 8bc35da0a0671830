import {
  type AudioTrack,
  backdrop,
  chooseInk,
  defineTemplate,
  drawText,
  ease,
  expoOut,
  findScrimOpacity,
  type GroundScene,
  type Layer,
  mixColours,
  type Palette,
  paint,
  pictureGround,
  sprite,
} from '@songreel/kit'
import { drawHoppingCard, drawPrint } from './art.ts'
import { drawClock } from './clock.ts'
import { type CardLayout, findFree, placeCard, planCard } from './layout.ts'
import { RISE_PX } from './measures.ts'
import { planTiming, type Timing } from './timing.ts'
import { drawWaveform, lightGround, lightPlayhead } from './waveform.ts'
import type { PlacedText } from './words.ts'

/** The cover flush in a corner, the title in large type, and a waveform over the frame's width that fills as the song plays. */
export const template = defineTemplate({
  contentId: 'SNIPPET_WAVEFORM_CARD',
  version: 14,
  energy: 'CALM',
  title: 'Waveform card',
  description:
    'The cover lies flush in a corner, large; below the title the waveform fills and dances as the song plays.',
  aspectRatios: ['1x1', '4x5', '9x16', '16x9'],
  defaults: { excerpt: { kind: 'HOOK', secs: 15 }, aspectRatio: '9x16', fontStyle: 'SERIF' },
  example: { customText: 'New single' },
  backgrounds: ['COVER', 'VIDEOS', 'ARTIST'],

  setup(input) {
    const { size, data, cover, audio, song, fontStyle: font, motion, background = 'COVER' } = input
    const { palette } = cover
    const { customText = '' } = data
    const words = { title: song.title, artist: song.artist, customText, font }
    const timing = planTiming(audio, motion)
    if (background !== 'COVER') return drawOver(input, planCard(size, words), timing)
    const layout = planCard(size, words, cover)

    return [
      backdrop(cover, {
        blur: 110,
        tint: palette.background,
        tintAmount: findGroundTint(palette),
        zoom: (frame) => 1.02 + 0.06 * timing.light(frame),
      }),
      lightGround(layout, palette, timing),
      lightPlayhead(audio, layout, palette),
      ...(layout.print ? [drawPrint(cover, layout.print, timing)] : []),
      ...drawSigns(layout, { audio, palette, timing }),
    ]
  },
})

type Signs = { audio: AudioTrack; palette: Palette; timing: Timing; coming?: number }

function drawSigns(layout: CardLayout, { audio, palette, timing, coming }: Signs): Layer[] {
  return [
    ...drawWords(layout, palette, timing),
    ...drawWaveform(audio, layout, palette, coming),
    drawClock(audio, layout, mixColours(palette.muted, palette.text, QUIET_LIGHT)),
  ]
}

/** What type has on a film or a photograph. */
const PICTURE_CONTRAST = 7.5
const PICTURE_COMING = 0.55

/** A film or a photograph has the frame, and the cover is a small card above the type. */
function drawOver(scene: GroundScene, layout: CardLayout, timing: Timing): Layer[] {
  const { cover, audio } = scene
  const { accent, quiet } = chooseInk(cover.palette, { groundContrast: PICTURE_CONTRAST })
  const palette = { ...cover.palette, accent, muted: quiet }
  const card = placeCard(layout)
  const { kicker, title, artist, waveform, clock } = layout
  const type = [...[kicker, title, artist].map(({ box }) => box), waveform, clock]
  return [
    ...pictureGround(scene, {
      type,
      ratio: PICTURE_CONTRAST,
      seen: findFree(layout, card),
      own: () => [],
    }),
    ...(card ? [drawHoppingCard(cover, card, layout, timing)] : []),
    ...drawSigns(layout, { audio, palette, timing, coming: PICTURE_COMING }),
  ]
}

/** The ground is nearly one colour: a breath of the cover is left, so that it does not look like a panel. */
const GROUND_TINT = 0.86
/** A little more than second-rank type must have: the cover's last trace lies on the ground too. */
const QUIET_CONTRAST = 4.8

/** As much of the ground's colour as every kind of type needs to be readable on the cover's least helpful area. */
function findGroundTint(palette: Palette): number {
  if (palette.hasBrandGround) return 1
  const quiet = [palette.accent, palette.muted].map((text) =>
    findScrimOpacity({ ...palette, text }, QUIET_CONTRAST),
  )
  return Math.max(GROUND_TINT, findScrimOpacity(palette), ...quiet)
}

const RISE_SECS = 0.6
/** The label is the accent, lighter: it stands where the last of the picture is. */
const KICKER_LIGHT = 0.45
/** A thin face, or one on the light of the playhead, needs more than second-rank type has. */
const QUIET_LIGHT = 0.5

/** Title, artist and text are there from the first frame and rise into their places one after the other. */
function drawWords(layout: CardLayout, palette: Palette, { going }: Timing): Layer[] {
  const { scale } = layout.frame
  const word = ({ box, layout: text }: PlacedText, colour: string, delaySecs: number) =>
    sprite(
      paint(box, (ctx) => drawText(ctx, text, 0, 0, colour), { bleed: scale(8) }),
      {
        // It ends where it began, so that a loop shows no jump.
        y: (frame) => scale(RISE_PX) * (1 - ease(frame.secs, delaySecs, RISE_SECS, expoOut) + going(frame)),
      },
    )
  return [
    word(layout.title, palette.text, 0),
    word(layout.artist, mixColours(palette.muted, palette.text, QUIET_LIGHT), 0.08),
    word(layout.kicker, mixColours(palette.accent, palette.text, KICKER_LIGHT), 0.16),
  ]
}
