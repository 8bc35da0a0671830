import assert from 'node:assert/strict'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { makeTestSong } from '@songreel/server/testing/test-song.ts'
import sharp from 'sharp'
import { eventsOf, makeTestFolder, removeTestFolder, runCli } from '../../testing/run-cli.ts'

describe('songreel release, before anything is made', { concurrency: 2 }, () => {
  let cwd = ''
  const release = (...words: string[]) => runCli(['release', ...words], { cwd })
  before(async () => {
    cwd = await makeTestFolder()
    await mkdir(join(cwd, 'album'))
    await mkdir(join(cwd, 'empty'))
    await writeFile(join(cwd, 'album/2 Mira - Paper Boats.wav'), makeTestSong(2))
    await writeFile(join(cwd, 'album/10 Mira - Sea.wav'), makeTestSong(2))
    await writeFile(join(cwd, 'album/10 Mira - Sea.lrc'), '[00:00.20]La\n[00:01.00]Lo')
    await writeFile(join(cwd, 'album/2 Mira - Paper Boats.txt'), 'La\nLo')
    await writeFile(join(cwd, 'album/cover.png'), await makePicture())
  })
  after(() => removeTestFolder(cwd))

  test('a folder becomes the videos of its pack, in the order of its songs', async () => {
    const { code, stdout, stderr } = await release('album', '--dry-run', '--json', '--pack', 'standard')
    assert.equal(code, 0, stderr)
    const events = eventsOf(stdout)
    assert.deepEqual(
      events.filter(({ event }) => event === 'planned').map(({ video }) => video),
      [
        'streamer-canvas/01-paper-boats-canvas-vertical-9x16.mp4',
        'videosite/01-paper-boats-art-track-16x9.mp4',
        'vertical-feed/01-paper-boats-basic-unified-9x16.mp4',
        'streamer-canvas/02-sea-canvas-vertical-9x16.mp4',
        'videosite/02-sea-art-track-16x9.mp4',
        'vertical-feed/02-sea-basic-unified-9x16.mp4',
        'videosite/02-sea-stack-focus-16x9.mp4',
        'store-motion-artwork/00-album-motion-artwork-1x1.mp4',
        'store-motion-artwork/00-album-motion-artwork-3x4.mp4',
        'videosite/00-album-album-video-16x9.mp4',
        'vertical-feed/00-album-sampler-9x16.mp4',
      ],
    )
    const warnings = events.filter(({ event }) => event === 'warning').map(({ message }) => message)
    assert.deepEqual(warnings, [
      'Lyric stack is left out: “Paper Boats” has lyrics without times. Lyrics with times are, for example, .lrc files.',
    ])
  })

  test('what keeps it from its work is said with what to do', async () => {
    await writeFile(join(cwd, 'pack.json'), '{"renders": {"album": [{"contentId": "BASE_ART_TRACK"}]}}')
    await writeFile(
      join(cwd, 'shape.json'),
      '{"renders": {"song": [{"contentId": "LOOP_CANVAS_VERTICAL", "videoSettings": {"aspectRatio": "16x9"}}]}}',
    )
    const cases: [words: string[], code: number, says: RegExp][] = [
      [['empty'], 65, /There is no song in the folder empty/],
      [['album/cover.png'], 64, /is no folder\. A release is made of a folder of songs/],
      [['album', '--pack', 'STANDRAD'], 64, /No pack STANDRAD\. Did you mean STANDARD\?/],
      [
        ['album', '--pack', 'pack.json'],
        64,
        /renders\.album\.0\.kind must be one of VIDEO, SAMPLER, ARTWORK/,
      ],
      [
        ['album', '--pack', 'shape.json'],
        64,
        /pack\.renders\.song\[0\]: LOOP_CANVAS_VERTICAL has no shape 16x9\. It has 9x16/,
      ],
      [['album', '--upc', '123'], 64, /--upc 123 must/],
    ]
    for (const [words, code, says] of cases) {
      const ended = await release(...words, '--dry-run')
      assert.equal(ended.code, code, ended.stderr)
      assert.match(ended.stderr, says)
    }
  })

  test('two pictures that may be the cover, or songs of nobody, are asked about', async () => {
    const folder = join(cwd, 'nameless')
    await mkdir(folder)
    await writeFile(join(folder, 'One.wav'), makeTestSong(2))
    const nobody = await release('nameless', '--dry-run')
    assert.deepEqual([nobody.code, /Say it: --artist/.test(nobody.stderr)], [64, true], nobody.stderr)
    const picture = await makePicture()
    for (const name of ['cover.png', 'cover.webp']) await writeFile(join(folder, name), picture)
    const twice = await release('nameless', '--artist', 'Mira', '--dry-run')
    assert.equal(twice.code, 65)
    assert.match(
      twice.stderr,
      /more than one picture that may be the cover: cover\.png, cover\.webp\. Say which: --art nameless\/cover\.png/,
    )
    await rm(join(folder, 'cover.webp'))
    const good = await release('nameless', '--artist', 'Mira', '--album', 'Tides', '--dry-run')
    assert.match(good.stderr, /Tides — Mira +1 song · 0:02 · cover\.png/)
  })
})

function makePicture(): Promise<Buffer> {
  const create = { width: 64, height: 64, channels: 3, background: '#336699' } as const
  return sharp({ create }).png().toBuffer()
}
