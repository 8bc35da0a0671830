import { z } from 'zod'
import type { Background } from './background.ts'
import type { LogoCorner } from './brand/brand-plan.ts'
import type { OwnLogo } from './brand/brand-scene.ts'
import type { ClipFile } from './compose/clip-file.ts'
import type { Layer } from './compose/layer.ts'
import type { Box, Size } from './geometry.ts'
import type { Lyrics } from './lyrics/lyrics.ts'
import type { Cover } from './paint/create-cover.ts'
import { FONT_STYLES, type FontStyle, type OwnStyle } from './paint/font-families.ts'
import type { FrameLayout } from './paint/frame-layout.ts'
import type { Photo } from './paint/photo.ts'
import type { Theme } from './paint/theme.ts'
import type { AudioTrack } from './track/audio-track.ts'

/** Who made the song and what it is called. */
export type Song = {
  readonly title: string
  readonly artist: string
  readonly album: string
  readonly isrc?: string
  /** The titles of all songs of its album, in order; absent where the template does not ask for them, or nobody knows. */
  readonly tracks?: readonly string[]
}

/** What every template understands besides its own data (docs/templates.md). */
export const commonData = z.object({
  customText: z.string().max(1000).optional(),
  accentColor: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #ff3366')
    .optional(),
  fontStyle: z.enum(FONT_STYLES).optional(),
  theme: z.enum(['DARK', 'LIGHT']).optional(),
})

/** The common data, parsed. */
export type CommonData = z.infer<typeof commonData>

/** A template's whole data, parsed. */
export type TemplateData = CommonData & Record<string, unknown>

/** How much the video may move; REDUCED is for people whom motion makes unwell. */
export type Motion = 'FULL' | 'REDUCED'

/** What `setup` gets to make its layers from; the same in every thread of a render. */
export type SetupInput<Data> = {
  readonly size: Size
  readonly fps: number
  readonly frameCount: number
  readonly data: Data & CommonData
  readonly cover: Cover
  readonly audio: AudioTrack
  readonly song: Song
  readonly theme: Theme
  /** The caller's choice, the brand's, or the template's. */
  readonly fontStyle: FontStyle
  readonly seed: number
  /** REDUCED: the music's pulses are damped already; avoid large moves too. */
  readonly motion: Motion
  readonly clips: readonly ClipFile[]
  /** What lies behind the look; `pictureGround` draws it. Unset: the cover. */
  readonly background?: Background
  /** The artist's photograph, where it is the background or the look has a place for it. */
  readonly photo?: Photo
  /** The brand's logo, for a look that has a place for it. */
  readonly logo?: OwnLogo
  /** Absent where the song has none, or the template does not say that it needs them. */
  readonly lyrics?: Lyrics
}

/** Which part of the song is taken when the caller does not say: all of it, its best moment, or as much as a loop lasts. */
export type ExcerptDefault = { kind: 'WHOLE' } | { kind: 'HOOK'; secs: number } | LoopLength

/** A loop lasts whole bars where the song has them, near `secs` and never outside of the other two. */
export type LoopLength = { kind: 'LOOP'; secs: number; minSecs: number; maxSecs: number }

/** What a template needs from the media. */
export type TemplateNeeds = {
  /** False: the video has no sound at all. The song is still listened to where there is one, for its tempo. */
  audio: boolean
  lyrics?: 'OPTIONAL' | 'REQUIRED'
  /** WORD: the picture follows single words, so plain text is refused; see `timeWords`. */
  lyricsTiming?: 'WORD'
  /** A field of the template's data that stands in for lyrics: where it is given, none are asked for. */
  lyricsUnless?: string
  /** `isCut`: it shows the film of `cutFilm`, at the rate `cutRate` of its data, and stands type on it: what that shows is looked at. */
  clips?: { min: number; max: number; isCut?: boolean }
  /** True: it lists the songs of the album, unless its data has a field `tracks` that does. */
  tracks?: boolean
  /** It shows the artist's photograph: a look that has a place for it, or whatever has it as its background (`addBackground`). */
  photo?: 'OPTIONAL' | 'REQUIRED'
}

/** Settings that hold where the caller says nothing. */
export type TemplateDefaults = {
  excerpt: ExcerptDefault
  fps?: 24 | 25 | 30 | 50 | 60
  aspectRatio?: string
  fontStyle?: OwnStyle
}

/** How much a template moves: ENERGETIC ones answer every beat with something large, CALM ones never hurry. */
export type Energy = 'ENERGETIC' | 'CALM'

/** What stores prescribe for the finest quality: exact sizes by shape, a bit rate, and covers that are not enlarged. */
export type StoreMaster = { sizes: Readonly<Record<string, Size>>; bitRateMbps: number }

/** The corners in which a logo may stand in each shape of frame, best first; an empty list: nowhere. */
export type LogoPlaces = Readonly<Record<FrameLayout['shape'], readonly LogoCorner[]>>

/** Where the layers of a look stand in one shape, in pixels of a frame whose short side is 1080. */
export type LookOutline = {
  readonly frame: Size
  readonly safe: Box
  /** START is on the right: the title is read from there, or this variation is turned. */
  readonly isMirrored: boolean
  readonly layers: readonly LayerOutline[]
}

/** One layer of a look: its path in the JSON, its box, where its letters stand, and the room around it. */
export type LayerOutline = {
  readonly path: string
  readonly box: Box
  /** For texts and stacks, where they say anything. */
  readonly ink?: Box
  /** What its place leaves, in which its anchor moves it; for layers with a place of their own. */
  readonly room?: Box
}

/** A kind of video: its name, what it asks for, and how its layers are made. */
export type Template<Data = Record<string, unknown>> = {
  readonly contentId: string
  readonly title: string
  readonly description: string
  readonly family: string
  /** Rises when the picture changes: identical work is recognised by it. */
  readonly version: number
  readonly energy: Energy
  readonly aspectRatios: 'ALL' | readonly string[]
  /** True: type over the cover's subject is the idea of this look; faces stay free all the same. */
  readonly coversSubject: boolean
  /** What may lie behind it: the cover, as it was made for, and perhaps the song's videos or the artist's photograph. */
  readonly backgrounds: readonly Background[]
  /** Where the logo of a brand may stand; it looks for the first place that is free of type, subject and faces. */
  readonly logoPlaces: LogoPlaces
  readonly needs: TemplateNeeds
  /** The template's own data together with the common data. */
  readonly requiredData: z.ZodType<Data & CommonData>
  readonly defaults: TemplateDefaults
  /** What ULTRA means here; unset: what it means everywhere. */
  readonly master?: StoreMaster
  /** Data that shows the template at its best. */
  readonly example: Record<string, unknown>
  setup(input: SetupInput<Data>): Layer[] | Promise<Layer[]>
  /** Where its layers stand; for looks that are written as JSON. */
  outline?(input: SetupInput<Data>): LookOutline
  /** Where it shows the brand's logo itself, in pixels, by the names that `SetupInput.logo` goes by; then no other is laid over it. */
  placeLogos?(input: SetupInput<Data>): Readonly<Record<string, Box>>
}

/** The part of a template that is plain data, for threads that do not draw. */
export type TemplateFacts = Pick<Template, 'contentId' | 'backgrounds' | 'needs' | 'defaults' | 'master'>

/** What a template's author writes; the rest has a default. */
export type TemplateDefinition<Shape extends z.ZodRawShape> = {
  contentId: string
  title: string
  description: string
  /** Default: the first word of `contentId`. */
  family?: string
  /** Default 1. */
  version?: number
  /** Default ENERGETIC. */
  energy?: Energy
  /** Default 'ALL'. */
  aspectRatios?: 'ALL' | readonly string[]
  /** Default false. */
  coversSubject?: boolean
  /** Default: the cover only. Lay them with `pictureGround`. */
  backgrounds?: readonly Background[]
  /** Default: every corner, top right first. */
  logoPlaces?: Partial<LogoPlaces>
  /** Default: audio, but for a loop. */
  needs?: Partial<TemplateNeeds>
  /** Default: no data of its own. */
  requiredData?: z.ZodObject<Shape>
  /** Default: the best 15 seconds. */
  defaults?: Partial<TemplateDefaults>
  /** Default: ULTRA as everywhere. */
  master?: StoreMaster
  example?: Record<string, unknown>
  setup(input: SetupInput<z.infer<z.ZodObject<Shape>>>): Layer[] | Promise<Layer[]>
  /** Places of its own for the brand's logo, in pixels, which `ownLogo` draws by their names; empty where a corner will do. */
  placeLogos?(input: SetupInput<z.infer<z.ZodObject<Shape>>>): Readonly<Record<string, Box>>
}

const ANY_CORNER: readonly LogoCorner[] = ['TOP_RIGHT', 'TOP_LEFT', 'BOTTOM_RIGHT', 'BOTTOM_LEFT']

/** Makes a template from its definition: fills the defaults and adds the common data to its own. */
export function defineTemplate<Shape extends z.ZodRawShape = Record<never, never>>(
  definition: TemplateDefinition<Shape>,
): Template<z.infer<z.ZodObject<Shape>>> {
  const own = definition.requiredData ?? z.object({})
  // The template's own fields win, so that it may narrow a common one (a shorter customText); its refinements stay.
  const others = Object.entries(commonData.shape).filter(([name]) => !(name in own.shape))
  const requiredData = own.safeExtend(Object.fromEntries(others)).strict()
  return {
    contentId: definition.contentId,
    title: definition.title,
    description: definition.description,
    family: definition.family ?? definition.contentId.replace(/_.*/s, ''),
    version: definition.version ?? 1,
    energy: definition.energy ?? 'ENERGETIC',
    aspectRatios: definition.aspectRatios ?? 'ALL',
    coversSubject: definition.coversSubject ?? false,
    backgrounds: definition.backgrounds ?? ['COVER'],
    logoPlaces: { TALL: ANY_CORNER, SQUARE: ANY_CORNER, WIDE: ANY_CORNER, ...definition.logoPlaces },
    needs: { audio: definition.defaults?.excerpt?.kind !== 'LOOP', ...definition.needs },
    requiredData: requiredData as unknown as Template<z.infer<z.ZodObject<Shape>>>['requiredData'],
    defaults: { excerpt: { kind: 'HOOK', secs: 15 }, ...definition.defaults },
    ...(definition.master && { master: definition.master }),
    example: definition.example ?? {},
    setup: definition.setup,
    ...(definition.placeLogos && { placeLogos: definition.placeLogos }),
  }
}
