import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RELEASE_PACKS, ReleasePack } from '../release-packs.ts'
import { describeLeftOut, expandPack, type PackNeeds, type PackSong } from './expand-pack.ts'

const NEEDS: Record<string, PackNeeds> = {
  LYRIC_STACK_FOCUS: { audio: true, lyrics: 'REQUIRED' },
  LYRIC_QUOTE_CARD: { audio: true, lyrics: 'REQUIRED', lyricsUnless: 'quote' },
  CLIPS_BEAT_CUT: { audio: true, clips: { min: 1 } },
  LOOP_CANVAS_VERTICAL: { audio: false },
}

const expand = (renders: ReleasePack['renders'], songs: PackSong[], hasCover = true) =>
  expandPack({ renders }, { name: 'Harbour EP', hasCover, songs }, (id) => NEEDS[id] ?? { audio: true })

const song = (title: string, facts: Partial<PackSong> = {}): PackSong => ({
  title,
  hasAudio: true,
  lyrics: 'TIMED',
  clips: 0,
  hasPhoto: false,
  ...facts,
})

test('a pack has its videos of every song, in the order of the album, and its others once', () => {
  const songs = [song('One'), song('Two', { lyrics: 'NONE' })]
  const { made, leftOut } = expand(RELEASE_PACKS.STANDARD.renders, songs)
  const shown = made.map(({ kind, request, songs }) => [
    kind,
    request.contentId,
    songs.map(({ title }) => title).join(),
  ])
  assert.deepEqual(shown, [
    [null, 'LOOP_CANVAS_VERTICAL', 'One'],
    [null, 'BASE_ART_TRACK', 'One'],
    [null, 'BASE_BASIC_UNIFIED', 'One'],
    [null, 'LYRIC_STACK_FOCUS', 'One'],
    [null, 'LOOP_CANVAS_VERTICAL', 'Two'],
    [null, 'BASE_ART_TRACK', 'Two'],
    [null, 'BASE_BASIC_UNIFIED', 'Two'],
    ['ARTWORK', 'LOOP_MOTION_ARTWORK', 'One'],
    ['ARTWORK', 'LOOP_MOTION_ARTWORK', 'One'],
    ['VIDEO', 'BASE_ART_TRACK', 'One,Two'],
    ['SAMPLER', 'BASE_BASIC_UNIFIED', 'One,Two'],
  ])
  assert.deepEqual(
    leftOut.map(({ field, song, reason }) => [field, song?.title, reason]),
    [['pack.renders.song[3]', 'Two', 'NO_LYRICS']],
  )
})

test('what lacks something is left out for its own reason', () => {
  const lyrics = { contentId: 'LYRIC_STACK_FOCUS' }
  const quote = { contentId: 'LYRIC_QUOTE_CARD', requiredData: { quote: 'Paper boats' } }
  const cases: [PackSong, object, string | undefined][] = [
    [song('a', { hasAudio: false }), { contentId: 'LOOP_CANVAS_VERTICAL' }, 'NO_AUDIO'],
    [song('a', { lyrics: 'UNTIMED' }), lyrics, 'UNTIMED_LYRICS'],
    [song('a', { lyrics: 'NONE' }), quote, undefined],
    [song('a', { lyrics: 'NONE' }), { contentId: 'LYRIC_QUOTE_CARD' }, 'NO_LYRICS'],
    [song('a', { lyrics: 'NONE' }), { ...lyrics, requiredData: { lyrics: '[00:01.00]La' } }, undefined],
    [song('a', { lyrics: 'UNKNOWN' }), lyrics, undefined],
    [song('a'), { contentId: 'CLIPS_BEAT_CUT' }, 'NO_CLIPS'],
    [song('a'), { ...lyrics, background: 'VIDEOS' }, 'NO_CLIPS'],
    [song('a', { clips: 1 }), { ...lyrics, background: 'VIDEOS' }, undefined],
    [song('a'), { ...lyrics, background: 'ARTIST' }, 'NO_PHOTO'],
    [song('a', { hasPhoto: true }), { ...lyrics, background: 'ARTIST' }, undefined],
  ]
  for (const [one, request, reason] of cases) {
    const { made, leftOut } = expand({ song: [request as never] }, [one])
    assert.deepEqual([made.length, leftOut[0]?.reason], reason ? [0, reason] : [1, undefined])
  }
})

test('videos of the album take the songs that have a sound; artwork needs the cover alone', () => {
  const album = [
    { kind: 'ARTWORK', contentId: 'LOOP_MOTION_ARTWORK' },
    { kind: 'VIDEO', contentId: 'BASE_ART_TRACK' },
  ] as const
  const silent = song('Silent', { hasAudio: false })
  const some = expand({ album: [...album] }, [silent, song('One')])
  assert.deepEqual(
    some.made.map(({ kind, songs }) => [kind, songs.map(({ title }) => title)]),
    [
      ['ARTWORK', ['Silent']],
      ['VIDEO', ['One']],
    ],
  )
  const none = expand({ album: [...album] }, [silent], false)
  assert.deepEqual(
    none.leftOut.map(({ reason, song }) => [reason, song]),
    [
      ['NO_COVER', null],
      ['NO_AUDIO', null],
    ],
  )
})

test('what is left out is said once for all songs that it concerns', () => {
  const facts = ['One', 'Two', 'Three', 'Four'].map((title) => ({
    field: 'pack.renders.song[3]',
    name: 'Lyric stack',
    reason: 'NO_LYRICS' as const,
    title,
  }))
  const say = (count: number) => describeLeftOut(facts.slice(0, count)).map(({ message }) => message)
  assert.deepEqual(say(1), ['Lyric stack is left out: “One” has no lyrics.'])
  assert.deepEqual(say(2), ['Lyric stack is left out: “One” and “Two” have no lyrics.'])
  assert.deepEqual(say(4), ['Lyric stack is left out: “One”, “Two”, “Three” and 1 more have no lyrics.'])
  const cover = { field: 'a', name: 'Motion artwork', reason: 'NO_COVER' as const, title: null }
  const [advised] = describeLeftOut([cover], 'onServer')
  assert.equal(
    advised?.message,
    'Motion artwork is left out: the album has no cover. Give it one with imageUrl.',
  )
})

test('every pack with a name is one that could be sent', () => {
  for (const { renders } of Object.values(RELEASE_PACKS))
    assert.ok(ReleasePack.safeParse({ renders }).success)
})
