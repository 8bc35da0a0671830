/** The typographic voices a template can speak with. */
export const FONT_STYLES = ['MODERN', 'GROTESK', 'SERIF', 'CONDENSED', 'MONO'] as const

/** One of our own typographic voices. */
export type OwnStyle = (typeof FONT_STYLES)[number]

/** The voice of a brand: names its fonts by what is in them, so that it means the same in every scene of a process. */
export type BrandVoice = `brand:${string}`

/** A typographic voice: one of ours, or a brand's. */
export type FontStyle = OwnStyle | BrandVoice

/** The two weights in use: DISPLAY for titles, TEXT for everything beside them. */
export type FontRole = 'DISPLAY' | 'TEXT'

/** One font of a package: which of its files, and how the package cuts it. */
export type FontFace = {
  /** Package name on npm. */
  package: string
  /** End of the file names, after the slice: `opsz-normal`, `wght-normal`, `400-italic`. */
  cut: string
  /** The one slice to use; without it slices are found through the package's unicode ranges. */
  slice?: string
  /** A whole font in one file of the package; `cut` is then its alias. */
  file?: string
}

/** How a voice speaks in one role: faces in order of preference, weight, and the axes held fixed. */
export type Voice = {
  faces: FontFace[]
  weight: number
  /** For `ctx.fontVariationSettings`. Optical size is fixed, or every size would be a new font instance. */
  variation: string
  /** Letter-spacing in em that suits the face. */
  tracking: number
  /** Baseline distance in em. */
  lineHeight: number
  /** Faces that are small or large for their em are brought to the height of ours. Default 1. */
  sizeFactor?: number
  /** How much bolder the letters are drawn than they are, in em. Default 0. */
  embolden?: number
  /** True: the letters are written joined, and none may be spaced. */
  isJoined?: boolean
}

const INTER = variable('inter', 'opsz-normal')
const BRICOLAGE = variable('bricolage-grotesque', 'opsz-normal')
const SOURCE_SERIF = variable('source-serif-4', 'opsz-normal')
const SOURCE_SERIF_ITALIC = variable('source-serif-4', 'opsz-italic')
const INSTRUMENT_SERIF = fixed('instrument-serif', '400-normal')
const INSTRUMENT_SERIF_ITALIC = fixed('instrument-serif', '400-italic')
const EXTRA_CONDENSED = variable('sofia-sans-extra-condensed', 'wght-normal')
const CONDENSED = variable('sofia-sans-condensed', 'wght-normal')
const OSWALD = variable('oswald', 'wght-normal')
const MONO = variable('jetbrains-mono', 'wght-normal')

/**
 * The last of every voice: it has all accents, and knows for all letters where they stand. One whole file per weight,
 * because slices keep few accents and part letters from them.
 */
const NOTO_SANS = {
  400: '400Regular/NotoSans_400Regular.ttf',
  500: '500Medium/NotoSans_500Medium.ttf',
  600: '600SemiBold/NotoSans_600SemiBold.ttf',
  700: '700Bold/NotoSans_700Bold.ttf',
  800: '800ExtraBold/NotoSans_800ExtraBold.ttf',
  900: '900Black/NotoSans_900Black.ttf',
}

/** The voices. A face that cannot set a Latin, Greek or Cyrillic letter of the text gives way to the next as a whole. */
export const VOICES: Record<OwnStyle, Record<FontRole, Voice>> = {
  MODERN: {
    DISPLAY: voice([INTER], 700, { opsz: 32, tracking: -0.022, lineHeight: 1.06 }),
    TEXT: voice([INTER], 500, { opsz: 20, tracking: -0.005, lineHeight: 1.28 }),
  },
  GROTESK: {
    DISPLAY: voice([BRICOLAGE, INTER], 800, { opsz: 72, tracking: -0.02, lineHeight: 1 }),
    TEXT: voice([BRICOLAGE, INTER], 500, { opsz: 20, tracking: 0, lineHeight: 1.28 }),
  },
  SERIF: {
    DISPLAY: voice([INSTRUMENT_SERIF, SOURCE_SERIF, INTER], 400, {
      opsz: 60,
      tracking: -0.012,
      lineHeight: 1,
    }),
    TEXT: voice([INSTRUMENT_SERIF_ITALIC, SOURCE_SERIF_ITALIC, INTER], 400, {
      opsz: 32,
      tracking: 0.002,
      lineHeight: 1.22,
    }),
  },
  CONDENSED: {
    DISPLAY: voice([EXTRA_CONDENSED, OSWALD, INTER], 900, { opsz: 32, tracking: -0.012, lineHeight: 0.94 }),
    TEXT: voice([CONDENSED, OSWALD, INTER], 600, { opsz: 20, tracking: 0.006, lineHeight: 1.24 }),
  },
  MONO: {
    DISPLAY: voice([MONO, INTER], 700, { opsz: 32, tracking: -0.045, lineHeight: 1.08 }),
    TEXT: voice([MONO, INTER], 500, { opsz: 20, tracking: -0.02, lineHeight: 1.34 }),
  },
}

/** The companions of brand faces without Latin: one of even strokes, one of thick and thin ones. Upright and of any weight, whatever look they are in. */
export const COMPANIONS: Record<'EVEN' | 'CONTRASTED', Record<FontRole, Omit<Voice, 'weight'>>> = {
  EVEN: {
    DISPLAY: voice([INTER], 700, { opsz: 32, tracking: -0.022, lineHeight: 1.06 }),
    TEXT: voice([INTER], 500, { opsz: 20, tracking: -0.005, lineHeight: 1.28 }),
  },
  CONTRASTED: {
    DISPLAY: voice([SOURCE_SERIF, INTER], 700, { opsz: 60, tracking: -0.012, lineHeight: 1.04 }),
    TEXT: voice([SOURCE_SERIF, INTER], 500, { opsz: 20, tracking: 0, lineHeight: 1.28 }),
  },
}

/** A font for a script, and which characters lead to it: the inside of a character class. */
export type ScriptFont = { face: FontFace; characters: string }

/** Whether a character may be found in a script's font. Classes are compiled only when a text asks for them. */
export function hasScript(font: ScriptFont, character: string): boolean {
  let pattern = patterns.get(font.characters)
  if (!pattern) {
    pattern = new RegExp(`[${font.characters}]`, 'u')
    patterns.set(font.characters, pattern)
  }
  return pattern.test(character)
}

const patterns = new Map<string, RegExp>()

/** Scripts of one font each; the order decides between fonts that both have a character. */
export const SCRIPT_FONTS: ScriptFont[] = [
  script('arabic', '\\p{scx=Arab}'),
  script('hebrew', '\\p{scx=Hebr}₪'),
  script('devanagari', '\\p{scx=Deva}₹'),
  script('thai', '\\p{scx=Thai}฿'),
  script('bengali', '\\p{scx=Beng}'),
  script('tamil', '\\p{scx=Taml}'),
  script('telugu', '\\p{scx=Telu}'),
  script('gujarati', '\\p{scx=Gujr}'),
  script('gurmukhi', '\\p{scx=Guru}'),
  script('kannada', '\\p{scx=Knda}'),
  script('malayalam', '\\p{scx=Mlym}'),
  script('oriya', '\\p{scx=Orya}'),
  script('sinhala', '\\p{scx=Sinh}'),
  script('khmer', '\\p{scx=Khmr}៛'),
  script('lao', '\\p{scx=Laoo}'),
  script('myanmar', '\\p{scx=Mymr}'),
  script('georgian', '\\p{scx=Geor}₾'),
  script('armenian', '\\p{scx=Armn}֏'),
  script('ethiopic', '\\p{scx=Ethi}'),
  script('thaana', '\\p{scx=Thaa}'),
  script('cherokee', '\\p{scx=Cher}'),
  script('canadian-aboriginal', '\\p{scx=Cans}'),
  script('adlam', '\\p{scx=Adlm}'),
  script('syriac', '\\p{scx=Syrc}'),
  script('javanese', '\\p{scx=Java}'),
  script('balinese', '\\p{scx=Bali}'),
  script('sundanese', '\\p{scx=Sund}'),
  script('ol-chiki', '\\p{scx=Olck}'),
  script('meetei-mayek', '\\p{scx=Mtei}'),
  {
    face: { ...variable('noto-serif-tibetan', 'wght-normal'), slice: 'tibetan' },
    characters: '\\p{scx=Tibt}',
  },
  {
    face: { ...fixed('noto-sans-mongolian', '400-normal'), slice: 'mongolian' },
    characters: '\\p{scx=Mong}',
  },
  { face: { ...fixed('noto-sans-vai', '400-normal'), slice: 'vai' }, characters: '\\p{scx=Vaii}' },
  { face: { ...fixed('noto-sans-nko', '400-normal'), slice: 'nko' }, characters: '\\p{scx=Nkoo}' },
  { face: { ...fixed('noto-sans-tifinagh', '400-normal'), slice: 'tifinagh' }, characters: '\\p{scx=Tfng}' },
]

const SYMBOL = '\\p{S}\\p{P}\\p{N}\\p{Zs}'

/** Stars, notes, arrows, mathematics: asked last, because they hold a little of everything. */
export const SYMBOL_FONTS: ScriptFont[] = [
  { face: { ...fixed('noto-music', '400-normal'), slice: 'music' }, characters: SYMBOL },
  { face: { ...variable('noto-sans-symbols', 'wght-normal'), slice: 'symbols' }, characters: SYMBOL },
  { face: { ...fixed('noto-sans-symbols-2', '400-normal'), slice: 'symbols' }, characters: SYMBOL },
  { face: { ...fixed('noto-sans-math', '400-normal'), slice: 'latin' }, characters: SYMBOL },
]

/** Which East Asian letter forms a text wants. */
export type HanForms = 'SC' | 'TC' | 'JP' | 'KR'

const HAN_FACES: Record<HanForms, FontFace> = {
  SC: variable('noto-sans-sc', 'wght-normal'),
  TC: variable('noto-sans-tc', 'wght-normal'),
  JP: variable('noto-sans-jp', 'wght-normal'),
  KR: variable('noto-sans-kr', 'wght-normal'),
}

const HAN_ORDER: Record<HanForms, HanForms[]> = {
  SC: ['SC', 'TC', 'JP', 'KR'],
  TC: ['TC', 'SC', 'JP', 'KR'],
  JP: ['JP', 'TC', 'SC', 'KR'],
  KR: ['KR', 'JP', 'TC', 'SC'],
}

/** The East Asian faces, the wanted forms first; the others fill in what those lack. */
export function listHanFaces(forms: HanForms): FontFace[] {
  return HAN_ORDER[forms].map((each) => HAN_FACES[each])
}

/** The emoji font is one whole file: slices of it lose flags, skin tones and families. */
export const EMOJI_FONT = {
  package: '@expo-google-fonts/noto-color-emoji',
  file: '400Regular/NotoColorEmoji_400Regular.ttf',
}

function variable(name: string, cut: string): FontFace {
  return { package: `@fontsource-variable/${name}`, cut }
}

function fixed(name: string, cut: string): FontFace {
  return { package: `@fontsource/${name}`, cut }
}

function script(name: string, characters: string): ScriptFont {
  return { face: { ...variable(`noto-sans-${name}`, 'wght-normal'), slice: name }, characters }
}

function voice(
  faces: FontFace[],
  weight: keyof typeof NOTO_SANS,
  { opsz, tracking, lineHeight }: { opsz: number; tracking: number; lineHeight: number },
): Voice {
  const last = findLastFace(weight)
  return { faces: [...faces, last], weight, variation: `"opsz" ${opsz}`, tracking, lineHeight }
}

/** The last of every voice in the weight that is nearest. */
export function findLastFace(weight: number): FontFace {
  const weights = Object.keys(NOTO_SANS).map(Number) as (keyof typeof NOTO_SANS)[]
  const nearest = weights.reduce((a, b) => (Math.abs(b - weight) < Math.abs(a - weight) ? b : a))
  return {
    package: '@expo-google-fonts/noto-sans',
    cut: `noto-sans-${nearest}`,
    file: NOTO_SANS[nearest],
  }
}
