import {
  type Box,
  type ColumnText,
  type FontStyle,
  fitColumn,
  fitLogoSize,
  insetBox,
  isRightToLeft,
  type PlacedText,
  planFrame,
  type Size,
} from '@songreel/kit'

/** What plays: a cassette with its card, or a disc with its booklet. */
export const MEDIA = ['CASSETTE', 'CD'] as const

/** One of the media. */
export type Medium = (typeof MEDIA)[number]

/** What the label says; each may be empty. */
export type Words = { title: string; artist: string; note: string }

/** Where everything stands on the deck's face, in pixels of the design, whose short side is 1080. */
export type Layout = {
  /** The whole card: the cover, and its spine where there is room for one. */
  card: Box
  art: Box
  spine: Box | undefined
  /** The bay of the cassette, or of the disc. */
  bay: Box
  /** What the type stands on: the cassette's label, or the display beside the disc. */
  label: Box
  meters: readonly [Box, Box]
  /** Bars of the spectrum, where the face has room for them. */
  analyser: Box | undefined
  /** One for each channel beside the cassette, where there is room and the meters stand elsewhere. */
  knobs: readonly Box[]
  title: PlacedText
  artist: PlacedText
  note: PlacedText
  /** A brand's logo, printed on the label or shown in the display. */
  logo?: Box
}

/** A cassette is 100 mm wide and 64 mm high. */
const CASSETTE_RATIO = 100 / 64
/** The part of a cassette that type may fill, in parts of its width and height. */
const LABEL_TYPE = { x: 0.088, y: 0.092, width: 0.824, height: 0.25 }
const MARGIN = 56
const GAP = 36
const SPINE = 84
const METER_HEIGHT = 300
/** A name of fewer pixels can't be read on a phone; a label that has no room for three lines puts the note beside it. */
const ARTIST_HEIGHT = 42
const ARTIST_PX = 62
const LEAST_FOR_NOTE = 190
/** A logo takes so much of a label's width and height, or of a display's, and has so much air. */
const LOGO = { label: { width: 0.34, height: 0.74 }, display: { width: 0.9, height: 0.2 }, air: 34 }
/** The disc's bay leaves so much of the width to the display. */
const DISC_SHARE = 0.55

type Face = Pick<Layout, 'card' | 'art' | 'spine' | 'bay' | 'meters' | 'analyser' | 'knobs'>

/** A column in tall frames, two columns in wide ones, two rows in all others. */
export function planLayout(
  size: Size,
  words: Words,
  { font, medium, logo }: { font: FontStyle; medium: Medium; logo?: Size | undefined },
): Layout {
  const { shape } = planFrame(size)
  const plan = shape === 'TALL' ? planTall(size) : shape === 'WIDE' ? planWide(size) : planSquare(size)
  const isMirrored = isRightToLeft(words.title || words.artist)
  const face = isMirrored ? mirrorFace(plan, size.width) : plan
  if (medium === 'CASSETTE') {
    const { bay } = face
    const label = {
      x: bay.x + LABEL_TYPE.x * bay.width,
      y: bay.y + LABEL_TYPE.y * bay.height,
      width: LABEL_TYPE.width * bay.width,
      height: LABEL_TYPE.height * bay.height,
    }
    const print = logo && printLogo(logo, label, isMirrored)
    return { ...face, label, ...placeWords(words, print?.rest ?? label, font, 0.62), ...pick(print) }
  }
  const { bay, display } = partBay(face.bay, isMirrored)
  const inner = insetBox(display, 40)
  const shown = logo && showLogo(logo, inner, isMirrored)
  return {
    ...face,
    bay,
    label: display,
    ...placeWords(words, shown?.rest ?? inner, font, 0.3),
    ...pick(shown),
  }
}

/** Where a logo is, and what it leaves to the type. */
type WithLogo = { logo: Box; rest: Box }

function pick(found: WithLogo | undefined): Pick<Layout, 'logo'> {
  return found ? { logo: found.logo } : {}
}

/** As the makers of tapes have theirs: at the end of the label's lines. */
function printLogo(logo: Size, label: Box, isMirrored: boolean): WithLogo {
  const { width, height } = fitLogoSize(logo, {
    width: LOGO.label.width * label.width,
    height: LOGO.label.height * label.height,
    tallest: label.height,
  })
  const taken = width + LOGO.air
  const x = isMirrored ? label.x : label.x + label.width - width
  return {
    logo: { x, y: label.y + (label.height - height) / 2, width, height },
    rest: { ...label, x: isMirrored ? label.x + taken : label.x, width: label.width - taken },
  }
}

/** Above the names in the display. */
function showLogo(logo: Size, inner: Box, isMirrored: boolean): WithLogo {
  const { width, height } = fitLogoSize(logo, {
    width: LOGO.display.width * inner.width,
    height: LOGO.display.height * inner.height,
  })
  const taken = height + LOGO.air
  return {
    logo: { x: isMirrored ? inner.x + inner.width - width : inner.x, y: inner.y, width, height },
    rest: { ...inner, y: inner.y + taken, height: inner.height - taken },
  }
}

function planTall({ width, height }: Size): Face {
  const across = width - 2 * (MARGIN + 20)
  const x = (width - across) / 2
  const bayHeight = across / CASSETTE_RATIO
  const side = height - 2 * MARGIN - 2 * GAP - bayHeight - METER_HEIGHT
  const bay = { x, y: MARGIN + side + GAP, width: across, height: bayHeight }
  const meterY = bay.y + bayHeight + GAP
  return {
    ...placeCard({ x, y: MARGIN }, side, across - side),
    bay,
    meters: besideEachOther({ x, y: meterY, width: across, height: METER_HEIGHT }),
    analyser: undefined,
    knobs: [],
  }
}

function planWide({ width, height }: Size): Face {
  const side = height - 2 * MARGIN
  const x = MARGIN + side + SPINE + GAP
  const across = width - MARGIN - x
  const bay = { x, y: MARGIN, width: across, height: across / CASSETTE_RATIO }
  const below = { x, y: bay.y + bay.height + GAP, width: across, height: METER_HEIGHT }
  const analyserY = below.y + below.height + GAP
  return {
    ...placeCard({ x: MARGIN, y: MARGIN }, side, SPINE),
    bay,
    meters: besideEachOther(below),
    analyser: { x, y: analyserY, width: across, height: height - MARGIN - analyserY },
    knobs: [],
  }
}

/** From this height on, a cassette below the cover has the frame's whole width. */
const HIGH_SQUARE = 1.15
const LOW_BAY = 0.46

function planSquare({ width, height }: Size): Face {
  const margin = MARGIN - 8
  const across = width - 2 * margin
  const down = height - 2 * margin - GAP
  const bayHeight = height / width >= HIGH_SQUARE ? across / CASSETTE_RATIO : LOW_BAY * down
  const side = down - bayHeight
  const y = margin + side + GAP
  const bay = { x: margin, y, width: bayHeight * CASSETTE_RATIO, height: bayHeight }
  const left = bay.x + bay.width + GAP
  const besideX = margin + side + GAP
  const knob = { x: left, y, width: width - margin - left, height: (bayHeight - GAP) / 2 }
  const meter = { x: besideX, y: margin, width: width - margin - besideX, height: (side - GAP) / 2 }
  return {
    ...placeCard({ x: margin, y: margin }, side, 0),
    bay,
    meters: [meter, { ...meter, y: margin + meter.height + GAP }],
    analyser: undefined,
    knobs: left < width - 4 * margin ? [knob, { ...knob, y: y + bayHeight - knob.height }] : [],
  }
}

/** The spine stands where a book has it: at the side from which reading begins. */
function placeCard({ x, y }: { x: number; y: number }, side: number, spine: number) {
  const art = { x: x + spine, y, width: side, height: side }
  return {
    card: { x, y, width: side + spine, height: side },
    art,
    spine: spine > 0 ? { x, y, width: spine, height: side } : undefined,
  }
}

function besideEachOther({ width, ...box }: Box): [Box, Box] {
  const each = { ...box, width: (width - GAP) / 2 }
  return [each, { ...each, x: each.x + each.width + GAP }]
}

function mirrorFace(face: Face, width: number): Face {
  const mirror = (box: Box): Box => ({ ...box, x: width - box.x - box.width })
  const maybe = (box: Box | undefined) => box && mirror(box)
  const [left, right] = face.meters
  return {
    card: mirror(face.card),
    art: mirror(face.art),
    spine: maybe(face.spine),
    bay: mirror(face.bay),
    meters: [mirror(left), mirror(right)],
    analyser: maybe(face.analyser),
    knobs: face.knobs.map(mirror),
  }
}

function partBay(whole: Box, isMirrored: boolean): { bay: Box; display: Box } {
  const side = Math.min(whole.height, DISC_SHARE * whole.width)
  const width = whole.width - side - GAP
  const discX = isMirrored ? whole.x + whole.width - side : whole.x
  const displayX = isMirrored ? whole.x : whole.x + side + GAP
  return {
    bay: { ...whole, x: discX, width: side },
    display: { ...whole, x: displayX, width },
  }
}

/** Title, artist and note below each other, in the middle of the room that they have. */
function placeWords({ title, artist, note }: Words, room: Box, font: FontStyle, titleShare: number) {
  const isWide = room.width > 2.2 * room.height
  const base = { font, align: 'START', anchor: 'TOP' } as const
  const isLow = room.height < LEAST_FOR_NOTE
  const second = isLow ? [artist, note].filter(Boolean).join(' · ') : artist
  const third = isLow ? '' : note
  const artistHeight = second ? Math.min(96, Math.max(ARTIST_HEIGHT, (isLow ? 0.4 : 0.3) * room.height)) : 1
  const noteHeight = third ? Math.min(90, 0.24 * room.height) : 1
  const gap = 0.06 * room.height
  const titleHeight = room.height - artistHeight - noteHeight - 2 * gap
  const texts: ColumnText[] = [
    {
      text: title,
      style: {
        ...base,
        role: 'DISPLAY',
        maxSizePx: Math.min(110, titleShare * room.height),
        minSizePx: 16,
        maxLines: isWide ? 2 : 5,
      },
      maxHeightPx: titleHeight,
      gapPx: 0,
    },
    {
      text: second,
      style: {
        ...base,
        role: 'TEXT',
        maxSizePx: Math.min(ARTIST_PX, artistHeight),
        minSizePx: 14,
        maxLines: 2,
      },
      maxHeightPx: artistHeight,
      gapPx: gap,
    },
    {
      text: third,
      style: { ...base, role: 'TEXT', maxSizePx: Math.min(44, noteHeight), minSizePx: 12, maxLines: 2 },
      maxHeightPx: noteHeight,
      gapPx: gap,
    },
  ]
  const column = fitColumn(texts, room.width)
  const y = room.y + Math.max(0, (room.height - column.heightPx) / 2)
  const [placedTitle, placedArtist, placedNote] = column.place(room.x, y) as [
    PlacedText,
    PlacedText,
    PlacedText,
  ]
  return { title: placedTitle, artist: placedArtist, note: placedNote }
}
