import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readLyrics } from '@songreel/kit/lyrics'
import sharp from 'sharp'
import { anUnrulyPlan } from '../../testing/plans.ts'
import { renderStillsInChild } from '../process/stills-in-child.ts'

const FPS = 30
const LRC = '[00:59.00]Before\n[01:00.50]First\n[01:01.99]Second\n[01:03.10]Third\n[01:05.00]After'
const url = new URL('../../testing/lyric-template.ts', import.meta.url).href

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'songreel-lyrics-'))
  await writeFile(join(folder, 'song.lrc'), LRC)
})
after(() => rm(folder, { recursive: true, force: true }))

test('a template sees the line that is sung, within a frame of its time, through a child process', async () => {
  // From 1:00 to 1:04: the line before goes on into it, the one after is not in it.
  const plan = planLyrics({ startSecs: 60, endSecs: 64 })
  const startSecs = [0, 0.5, 1.99, 3.1]
  const frames = startSecs
    .flatMap((secs) => [Math.floor(secs * FPS) - 1, Math.ceil(secs * FPS - 1e-6)])
    .slice(1)
  const stills = await renderStillsInChild(plan, { atSecs: frames.map((frame) => (frame + 0.01) / FPS) })
  const columns = await Promise.all(stills.map(findWhiteColumn))
  assert.deepEqual(columns, [0, 0, 1, 1, 2, 2, 3])
})

test('a template that needs lyrics is told when there are none, and which file cannot be read', async () => {
  const { files: _, ...plan } = planLyrics(null)
  const atSecs = [0]
  await assert.rejects(renderStillsInChild({ ...plan, files: { clips: [] } }, { atSecs }), {
    code: 'LYRICS_MISSING',
    message: 'TEST_LYRIC_LINES needs lyrics or `quote`, and there is neither.',
  })
  const lyrics = join(folder, 'broken.lrc')
  await writeFile(lyrics, '[00:75.00]drive')
  await assert.rejects(renderStillsInChild({ ...plan, files: { clips: [], lyrics } }, { atSecs }), {
    code: 'LYRICS_INVALID',
    details: { file: 'broken.lrc', line: 1, column: 1 },
  })
})

test('data that stands in for lyrics does without them, and without those that cannot be read', async () => {
  const lyrics = join(folder, 'unread.lrc')
  await writeFile(lyrics, '[00:75.00]drive')
  const plan = { ...planLyrics(null), files: { clips: [], lyrics }, data: { quote: 'Drive' } }
  const stills = await renderStillsInChild(plan, { atSecs: [0] })
  assert.equal(stills.length, 1)
})

test('lyrics are read in UTF-16, and not when they are too large', async () => {
  const path = join(folder, 'other.lrc')
  await writeFile(path, Buffer.from('\ufeff[00:01.00]夜', 'utf16le'))
  assert.equal((await readLyrics(path, 10)).lines[0]?.text, '夜')
  await writeFile(path, Buffer.alloc(1024 ** 2 + 1, 'la\n'))
  await assert.rejects(readLyrics(path, 10), { code: 'LYRICS_INVALID', details: { file: 'other.lrc' } })
})

function planLyrics(excerpt: { startSecs: number; endSecs: number } | null) {
  return anUnrulyPlan(folder, {
    template: { contentId: 'TEST_LYRIC_LINES', url },
    files: { clips: [], lyrics: join(folder, 'song.lrc') },
    excerpt,
    fps: FPS,
  })
}

/** Which of four columns is white. */
async function findWhiteColumn(still: Uint8Array): Promise<number> {
  const { data, info } = await sharp(still).raw().toBuffer({ resolveWithObject: true })
  const middles = [0, 1, 2, 3].map((column) => data[3 * Math.floor(((column + 0.5) * info.width) / 4)] ?? 0)
  return middles.findIndex((value) => value > 200)
}
