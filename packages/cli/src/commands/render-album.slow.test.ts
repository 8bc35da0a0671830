import assert from 'node:assert/strict'
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { makeDemo, probeMedia } from '@songreel/render'
import { linesOf, makeTestFolder, removeTestFolder, runCli } from '../../testing/run-cli.ts'

describe('songreel render of an album', { concurrency: 2 }, () => {
  let root = ''
  let cover = ''
  before(async () => {
    root = await makeTestFolder()
    const demo = await makeDemo(root)
    cover = demo.cover
    await mkdir(join(root, 'Harbour'))
    for (const name of ['1 Lanterns', '2 Tides'])
      await copyFile(demo.song, join(root, 'Harbour', `${name}${extname(demo.song)}`))
  })
  after(() => removeTestFolder(root))
  const run = async (out: string, ...options: string[]) => {
    const cwd = join(root, out)
    await mkdir(cwd)
    const args = ['render', join('..', 'Harbour'), '--art', cover, '--quality', 'preview', ...options]
    return { cwd, ...(await runCli(args, { cwd })) }
  }

  test('all songs become one video, with their chapters beside it', async () => {
    const { cwd, code, stdout, stderr } = await run('video', '--album-video', '--album', 'Harbour')
    assert.equal(code, 0, stderr)
    const name = 'Odalys Wren - Harbour - Album video - 16x9'
    assert.equal(stdout, `${name}.mp4\n`)
    assert.deepEqual((await readdir(cwd)).toSorted(), [`${name}.mp4`, `${name}.txt`])
    const lines = linesOf(await readFile(join(cwd, `${name}.txt`), 'utf8'))
    assert.deepEqual(lines, ['0:00 Tin Lanterns', '0:16 Tin Lanterns'])
    const { durationSecs } = await probeMedia(join(cwd, stdout.trim()))
    assert.ok(Math.abs(durationSecs! - 2 * 16) < 1.5, `${durationSecs} s`)
    assert.match(stderr, /has 2 chapters/)
  })

  test('a sampler is as short as it is told to be', async () => {
    const { cwd, code, stdout, stderr } = await run('sampler', '--sampler', '9', '--album', 'Harbour')
    assert.equal(code, 0, stderr)
    assert.equal(stdout, 'Odalys Wren - Harbour - Sampler - 16x9.mp4\n')
    const { durationSecs } = await probeMedia(join(cwd, stdout.trim()))
    assert.ok(durationSecs! <= 9.1, `${durationSecs} s`)
  })

  test('what is about one song, or shows none, is refused', async () => {
    const refused = [
      [['--album-video', '--title', 'X'], /--title is about one song/],
      [['--album-video', '--sampler'], /are two videos/],
      [['--sampler', '900'], /from 5 to 180/],
      [['--album-video', '--template', 'LOOP_CANVAS_VERTICAL'], /plays no song/],
    ] as const
    for (const [index, [options, says]] of refused.entries()) {
      const { code, stderr } = await run(`refused-${index}`, ...options)
      assert.equal(code, 64, stderr)
      assert.match(stderr, says)
    }
  })
})
