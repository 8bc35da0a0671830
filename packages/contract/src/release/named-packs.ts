// The packs that have a name. No schema library in here: browsers read it.

const VERTICAL = { aspectRatio: '9x16' } as const
const WIDE = { aspectRatio: '16x9' } as const

/** A video that is heard and seen from beginning to end. */
const ART_TRACK = { contentId: 'BASE_ART_TRACK', videoSettings: WIDE } as const
const CANVAS = { contentId: 'LOOP_CANVAS_VERTICAL', videoSettings: VERTICAL } as const
const SNIPPET = { contentId: 'BASE_BASIC_UNIFIED', videoSettings: VERTICAL } as const
const LYRIC_VIDEO = {
  contentId: 'LYRIC_STACK_FOCUS',
  videoSettings: { ...WIDE, isWholeSong: true },
} as const
const ALBUM_VIDEO = { kind: 'VIDEO', ...ART_TRACK } as const
const SAMPLER = { kind: 'SAMPLER', contentId: 'BASE_BASIC_UNIFIED', videoSettings: VERTICAL } as const
/** The sizes that stores ask for are ULTRA's. */
const MOTION_ARTWORK = ['1x1', '3x4'].map((aspectRatio) => ({
  kind: 'ARTWORK' as const,
  contentId: 'LOOP_MOTION_ARTWORK',
  videoSettings: { aspectRatio, outputQuality: 'ULTRA' as const },
}))

/** The packs that have a name: what a release needs in most cases. */
export const NAMED_PACKS = {
  STANDARD: {
    about: 'Everything that a release needs, on every platform',
    renders: {
      song: [CANVAS, ART_TRACK, SNIPPET, LYRIC_VIDEO],
      album: [...MOTION_ARTWORK, ALBUM_VIDEO, SAMPLER],
    },
  },
  STREAMING: {
    about: 'What streaming services and stores show beside a song: silent loops',
    renders: { song: [CANVAS], album: MOTION_ARTWORK },
  },
  SOCIAL: {
    about: 'Short videos for feeds: the best moment of every song, and of all of them',
    renders: {
      song: [
        SNIPPET,
        { contentId: 'RETRO_VINYL_SPIN', videoSettings: { aspectRatio: '1x1' } },
        { contentId: 'LYRIC_STACK_FOCUS', videoSettings: VERTICAL },
      ],
      album: [SAMPLER],
    },
  },
}

/** The name of a pack. */
export type PackName = keyof typeof NAMED_PACKS
