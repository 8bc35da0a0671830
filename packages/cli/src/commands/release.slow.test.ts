import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { ReleaseManifest } from '@songreel/contract/release-folder'
import { checkWithAxe } from '@songreel/dashboard/testing/check-with-axe.ts'
import { makeDemo, writeDemoLyrics } from '@songreel/render'
import { openBrowser } from '../../../../tools/browser/open-browser.ts'
import { eventsOf, makeTestFolder, removeTestFolder, runCli } from '../../testing/run-cli.ts'

const TYPES: Record<string, string> = { '.html': 'text/html', '.mp4': 'video/mp4', '.jpg': 'image/jpeg' }

describe('songreel release', async () => {
  let cwd = ''
  const browser = await openBrowser()
  const release = (...words: string[]) =>
    runCli(['release', 'album', '--pack', 'pack.json', '--quality', 'PREVIEW', '--json', ...words], { cwd })
  const readManifest = async (): Promise<ReleaseManifest> =>
    JSON.parse(await readFile(join(cwd, 'album/release/manifest.json'), 'utf8'))
  const pack = {
    name: 'Small',
    renders: {
      song: [
        { contentId: 'LOOP_CANVAS_VERTICAL' },
        { contentId: 'LYRIC_STACK_FOCUS', videoSettings: { aspectRatio: '16x9', isWholeSong: true } },
      ],
      album: [
        { kind: 'ARTWORK', contentId: 'LOOP_MOTION_ARTWORK' },
        { kind: 'VIDEO', contentId: 'BASE_ART_TRACK' },
        { kind: 'SAMPLER', contentId: 'BASE_BASIC_UNIFIED' },
      ],
    },
  }
  before(async () => {
    cwd = await makeTestFolder()
    await mkdir(join(cwd, 'album'))
    const { song, cover } = await makeDemo(cwd)
    for (const name of ['01 One', '02 Two']) await copyFile(song, join(cwd, `album/${name}${extname(song)}`))
    await copyFile(cover, join(cwd, `album/cover${extname(cover)}`))
    await copyFile(await writeDemoLyrics(cwd), join(cwd, 'album/02 Two.lrc'))
    await writeFile(join(cwd, 'pack.json'), JSON.stringify(pack))
  })
  after(async () => {
    await browser.close()
    await removeTestFolder(cwd)
  })

  test('makes every video once, with a manifest that holds for every file', async () => {
    const { code, stderr, stdout } = await release('--upc', '602445790098')
    assert.equal(code, 0, stderr)
    const made = eventsOf(stdout).filter(({ event }) => event === 'completed')
    assert.equal(made.length, 6)
    const manifest = await readManifest()
    const { album, isComplete, videos, leftOut, files } = manifest
    assert.deepEqual([album.upc, manifest.pack, isComplete], ['602445790098', 'Small', true])
    assert.deepEqual(
      videos.map(({ song, platform, status }) => [song, platform, status]),
      [
        [1, 'STREAMER_CANVAS', 'COMPLETED'],
        [2, 'STREAMER_CANVAS', 'COMPLETED'],
        [2, 'VIDEOSITE', 'COMPLETED'],
        [null, 'STORE_MOTION', 'COMPLETED'],
        [null, 'VIDEOSITE', 'COMPLETED'],
        [null, 'VERTICAL_FEED', 'COMPLETED'],
      ],
    )
    assert.deepEqual(leftOut, [{ song: 1, contentId: 'LYRIC_STACK_FOCUS', reason: 'NO_LYRICS' }])
    const words = videos[2]?.made
    assert.ok(words?.captions && Math.abs(words.durationSecs - 16) < 1, 'the whole song, with captions')
    const { durationSecs = 0, chapters } = videos[4]?.made ?? {}
    assert.ok(Math.abs(durationSecs - 32) < 1, 'both songs')
    assert.match(
      await readFile(join(cwd, 'album/release', chapters ?? ''), 'utf8'),
      /^0:00 \S.*\n0:1[56] \S.*\n$/,
    )
    for (const { path, bytes, sha256 } of files) {
      const data = await readFile(join(cwd, 'album/release', path))
      assert.deepEqual([data.length, createHash('sha256').update(data).digest('hex')], [bytes, sha256], path)
    }
    const listed = files.map(({ path }) => path).concat('manifest.json')
    const there = await readdir(join(cwd, 'album/release'), { recursive: true })
    assert.deepEqual(there.filter((path) => extname(path) !== '').sort(), listed.sort())
  })

  test('run again it renders nothing, and only what changed after that', async () => {
    const before = await readManifest()
    const again = await release()
    assert.deepEqual([again.code, listDrawn(again.stdout)], [0, []], again.stderr)
    const pathsOf = ({ videos }: ReleaseManifest) => videos.map(({ made }) => made?.path)
    assert.deepEqual(pathsOf(await readManifest()), pathsOf(before))

    // The same song twice: the canvas of the other is taken for the one that is gone.
    const canvas = before.videos.find(({ song }) => song === 1)?.made?.path ?? ''
    await rm(join(cwd, 'album/release', canvas))
    await writeFile(join(cwd, 'album/02 Two.lrc'), '[00:01.00]Another line\n[00:04.00]And one more')
    const third = await release()
    assert.equal(third.code, 0, third.stderr)
    assert.deepEqual(listDrawn(third.stdout), ['LYRIC_STACK_FOCUS'])
    assert.ok((await readManifest()).isComplete)
  })

  test('the page plays everything by itself and is accessible', { skip: browser.missing }, async (t) => {
    const server = createServer(async (request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname)
      const data = await readFile(join(cwd, 'album/release', path)).catch(() => undefined)
      response.writeHead(data ? 200 : 404, { 'Content-Type': TYPES[extname(path)] ?? 'text/plain' }).end(data)
    }).listen(0, '127.0.0.1')
    t.after(() => server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const page = await browser.openPage(t, `http://127.0.0.1:${port}/index.html`)
    await checkWithAxe(page, 'release')
    await page.getByRole('button', { name: 'Play Lyric stack, Tin Lanterns' }).click()
    await page.waitForFunction(() => {
      const video = [...document.querySelectorAll('video')].find((each) => !each.paused)
      return video && video.currentTime > 0 && video.textTracks[0]?.cues?.length === 2
    })
    await page.getByRole('button', { name: 'Canvas loops' }).click()
    const shown = await page.locator('.video:visible').count()
    assert.deepEqual([shown, await page.locator('video:visible').count()], [2, 2])
    assert.ok(await page.getByText('is left out').isVisible())
  })
})

/** The templates of the videos that were drawn. */
function listDrawn(stdout: string): unknown[] {
  return eventsOf(stdout)
    .filter(({ event }) => event === 'completed')
    .map(({ contentId }) => contentId)
}
