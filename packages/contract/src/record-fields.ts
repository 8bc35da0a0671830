// What artists, albums and songs have besides their names, described once. Schemas, columns of the database, flags of the
// command line and columns of song tables follow from it. No schema library in here: browsers and the command line read it.

/** A field of a record. What is left out follows from the field's name, or from `about`. */
export type RecordField = FieldWords &
  (
    | { kind: 'TEXT'; rule: TextRule }
    | {
        kind: 'FILE'
        asset: 'IMAGE' | 'AUDIO' | 'TEXT' | 'VIDEO' | 'LOGO' | 'FONT' | 'ANIMATION'
        keeps: string
      }
    | { kind: 'FILES'; asset: 'VIDEO'; keeps: string }
    | { kind: 'LINK'; platform: 'VIDEOSITE' | 'STREAMER' | 'STORE'; keeps: string }
    | { kind: 'LYRICS'; keeps: string }
    | { kind: 'BRAND' }
  )

/** What a text may be. */
export type TextRule = 'ISRC' | 'UPC' | { maxCharacters: number }

type FieldWords = {
  /** What it is: the description in a request. */
  about: string
  /** What a new value is, if there's more to say than `about`. */
  change?: string
  /** What it is in the record, without what helps to write it. */
  kept?: string
  /** What it is in a batch's inline record; false: it isn't part of one. Another name, where the interface has one. */
  inline?: string | false
  inlineName?: string
  /** What it is in a row of an import; false: it isn't part of one. */
  row?: string | false
  /** Its flag on the command line; false: it has none. */
  flag?: { name?: string; value?: string; help?: string } | false
  /** Its column in song tables; false: it has none. Then what others call it. */
  column?: string | false
  otherNames?: readonly string[]
  /** Where a DDEX message has it, from the recording (songs) or the release (albums) on. */
  ern?: readonly string[]
}

export type RecordFields = Record<string, RecordField>

/** Fields of an artist, besides the name. */
export const ARTIST_FIELDS = {
  imageUrl: {
    kind: 'FILE',
    asset: 'IMAGE',
    keeps: 'imageAssetId',
    about: 'An image of the artist; fetched in the background',
    change: 'A new image',
    inline: 'An image of the artist',
    inlineName: 'artworkUrl',
    row: 'An image of the artist',
    flag: { name: 'image', help: 'an image of the artist' },
    column: 'artistImage',
  },
  brandId: {
    kind: 'BRAND',
    about: 'The brand that its videos wear, unless a batch or a render names another',
    change: 'The brand that its videos wear',
    flag: { name: 'brand', help: 'the brand that its videos wear' },
    column: 'artistBrand',
  },
} as const satisfies RecordFields

/** The files of a brand. It is no part of batches, imports and song tables. */
export const BRAND_FIELDS = {
  logoUrl: {
    kind: 'FILE',
    asset: 'LOGO',
    keeps: 'logoAssetId',
    about: 'The logo as it is: PNG with alpha, or SVG; fetched in the background',
    change: 'A new logo',
    flag: { name: 'logo', help: 'the logo: PNG with alpha, or SVG' },
  },
  logoDarkUrl: {
    kind: 'FILE',
    asset: 'LOGO',
    keeps: 'logoDarkAssetId',
    about: 'The form of the logo for dark grounds (a light drawing)',
    change: 'A new logo for dark grounds',
    flag: { name: 'logo-dark', help: 'its form for dark grounds' },
  },
  logoAnimationUrl: {
    kind: 'FILE',
    asset: 'ANIMATION',
    keeps: 'logoAnimationAssetId',
    about: 'A logo that plays once and then rests, instead of one that stands still: Lottie JSON or .lottie',
    change: 'A new logo that plays',
    flag: { name: 'logo-animation', help: 'a logo that plays: Lottie JSON or .lottie' },
  },
  titleFontUrl: {
    kind: 'FILE',
    asset: 'FONT',
    keeps: 'titleFontAssetId',
    about: 'The font of titles: TTF, OTF or WOFF2',
    change: 'A new font of titles',
    flag: { name: 'title-font', help: 'the font of titles: TTF, OTF or WOFF2' },
  },
  textFontUrl: {
    kind: 'FILE',
    asset: 'FONT',
    keeps: 'textFontAssetId',
    about: 'The font of all other text: TTF, OTF or WOFF2',
    change: 'A new font of all other text',
    flag: { name: 'text-font', help: 'the font of all other text' },
  },
  introUrl: {
    kind: 'FILE',
    asset: 'VIDEO',
    keeps: 'introAssetId',
    about: 'A clip that videos begin with, over the sound of the song; its own sound is not used',
    change: 'A new clip that videos begin with',
    flag: { name: 'intro', help: 'a clip that videos begin with' },
  },
  outroUrl: {
    kind: 'FILE',
    asset: 'VIDEO',
    keeps: 'outroAssetId',
    about: 'A clip that videos end with, over the sound of the song; its own sound is not used',
    change: 'A new clip that videos end with',
    flag: { name: 'outro', help: 'a clip that videos end with' },
  },
  endCardAnimationUrl: {
    kind: 'FILE',
    asset: 'ANIMATION',
    keeps: 'endCardAnimationAssetId',
    about:
      'An animation on the end card, in the place of the logo: Lottie JSON or .lottie. With it, videos have an end card',
    change: 'A new animation on the end card',
    flag: { name: 'end-card-animation', help: 'an animation on the end card: Lottie JSON or .lottie' },
  },
} as const satisfies RecordFields

/** Fields of a media bundle (an album), besides its name and its artist. */
export const MEDIA_BUNDLE_FIELDS = {
  upc: {
    kind: 'TEXT',
    rule: 'UPC',
    about: 'Product code (UPC, EAN or GTIN) with a correct check digit',
    change: 'A new product code',
    kept: 'Product code',
    inline: 'Product code; matches the album if your organization already has it',
    row: 'Product code, by which the album is found; without one, by its name',
    flag: { value: 'code', help: 'product code: UPC, EAN or GTIN' },
    otherNames: ['ean', 'barcode', 'gtin', 'upc ean', 'ean upc', 'upc code', 'product code'],
    ern: ['ReleaseId/ICPN'],
  },
  imageUrl: {
    kind: 'FILE',
    asset: 'IMAGE',
    keeps: 'imageAssetId',
    about: 'The cover; fetched in the background',
    change: 'A new cover',
    inline: "The album's cover",
    inlineName: 'artworkUrl',
    row: 'The cover',
    flag: { name: 'image', help: 'the cover' },
    column: 'cover',
    otherNames: ['art', 'artwork', 'artwork url', 'cover url', 'cover art', 'image'],
  },
} as const satisfies RecordFields

/** Fields of a media record (a song), besides its title and its album. */
export const MEDIA_FIELDS = {
  isrc: {
    kind: 'TEXT',
    rule: 'ISRC',
    about: 'Recording code; hyphens, spaces and case are ignored',
    change: 'A new recording code',
    kept: 'Recording code',
    inline: 'Recording code; matches the song if your organization already has it',
    row: 'Recording code, by which the song is found on its album; without one, by its title',
    flag: { value: 'code', help: 'recording code' },
    otherNames: ['isrc code'],
    ern: ['SoundRecordingId/ISRC', 'SoundRecordingEdition/ResourceId/ISRC', 'ResourceId/ISRC'],
  },
  imageUrl: {
    kind: 'FILE',
    asset: 'IMAGE',
    keeps: 'imageAssetId',
    about: "The song's cover",
    change: 'A new cover',
    inline: "The song's cover; by default the album's or the artist's image",
    inlineName: 'artworkUrl',
    flag: { name: 'image', help: 'its cover' },
    column: 'songCover',
  },
  audioUrl: {
    kind: 'FILE',
    asset: 'AUDIO',
    keeps: 'audioAssetId',
    about: 'The audio file; most templates need it',
    change: 'A new audio file',
    inline: 'The audio file',
    row: 'The audio file',
    flag: { name: 'audio', help: 'the song itself' },
    column: 'audio',
    otherNames: ['song', 'audio url', 'audio file', 'file', 'file name', 'url', 'link'],
  },
  videoUrls: {
    kind: 'FILES',
    asset: 'VIDEO',
    keeps: 'videoAssetIds',
    about: 'Videos, for templates that show them',
    change: 'New videos that replace all',
    row: 'Videos, in this order',
    flag: { name: 'video', help: 'a video, for templates that show them; can be repeated' },
    column: false,
  },
  videositeUrl: {
    kind: 'LINK',
    platform: 'VIDEOSITE',
    keeps: 'videositePluginId',
    about: 'Link to the song on a video site; never fetched',
    change: 'Link to the song on a video site',
    inline: false,
    flag: { help: 'link to it on a video site' },
    column: 'videosite',
  },
  streamerUrl: {
    kind: 'LINK',
    platform: 'STREAMER',
    keeps: 'streamerPluginId',
    about: 'Link to the song on a streaming service; never fetched',
    change: 'Link to the song on a streaming service',
    inline: false,
    flag: { help: 'link to it on a streaming service' },
    column: 'streamer',
  },
  storeMusicUrl: {
    kind: 'LINK',
    platform: 'STORE',
    keeps: 'storePluginId',
    about: 'Link to the song in a store; never fetched',
    change: 'Link to the song in a store',
    inline: false,
    flag: { help: 'link to it in a store' },
    column: 'store',
  },
  lyricsUrl: {
    kind: 'FILE',
    asset: 'TEXT',
    keeps: 'lyricsAssetId',
    about: 'Lyrics as a file: LRC, SRT, WebVTT, TTML, ASS or plain text',
    change: 'New lyrics as a file',
    row: 'Lyrics as a file',
    flag: { name: 'lyrics', help: 'its lyrics' },
    column: 'lyrics',
    otherNames: ['lyrics url'],
  },
  lyricsText: {
    kind: 'LYRICS',
    keeps: 'lyricsAssetId',
    about: 'The lyrics as text, instead of lyricsUrl',
    change: 'New lyrics as text, instead of lyricsUrl',
    row: false,
    flag: false,
    column: false,
  },
} as const satisfies RecordFields

/** All of them, by the name that a row of an import has for the record. */
export const FIELDS_OF_RECORDS = {
  artist: ARTIST_FIELDS,
  mediaBundle: MEDIA_BUNDLE_FIELDS,
  media: MEDIA_FIELDS,
} as const satisfies Record<string, RecordFields>
