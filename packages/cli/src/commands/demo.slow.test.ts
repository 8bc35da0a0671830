import assert from 'node:assert/strict'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { DEMO_SONG, makeDemo, probeMedia } from '@songreel/render'
import { linesOf, makeTestFolder, removeTestFolder, runCli } from '../../testing/run-cli.ts'

describe('commands that need no song, or show one', { concurrency: 2 }, () => {
  let root = ''
  let song = ''
  before(async () => {
    root = await makeTestFolder()
    song = (await makeDemo(root)).song
  })
  after(() => removeTestFolder(root))

  test('songreel demo makes a video of 15 seconds out of nothing, without any program on the path', async () => {
    const cwd = join(root, 'demo')
    const onlyNode = join(root, 'bin')
    await mkdir(cwd)
    await mkdir(onlyNode)
    await symlink(process.execPath, join(onlyNode, 'node'))
    const { code, stdout, stderr } = await runCli(['demo', '--quality', 'preview'], {
      cwd,
      env: { PATH: onlyNode },
    })
    assert.deepEqual([code, stdout], [0, 'songreel-demo-9x16.mp4\n'], stderr)
    const lines = linesOf(stderr)
    assert.ok(lines.length <= 15, stderr)
    assert.match(
      lines[1]!,
      /You gave no song, so we wrote one: 15 seconds, 112 BPM, with a cover\. All yours \(CC0\)\./,
    )
    assert.match(lines[2]!, /✔ Listened +112 BPM · A minor · loudest at 0:06 +[\d.]+ s/)
    assert.match(lines.at(-3)!, /✔ Rendered +225 frames, 360×640, 15 fps +[\d.]+ s/)
    assert.match(
      lines.at(-2)!,
      /✔ Checked +H\.264 \+ AAC · plays from the first byte · −1[34]\.\d LUFS · no flashing/,
    )
    assert.match(lines.at(-1)!, /→ songreel-demo-9x16\.mp4 {3}[\d.]+ KB/)
    assert.deepEqual(await readdir(cwd), ['songreel-demo-9x16.mp4'])
    const video = await probeMedia(join(cwd, 'songreel-demo-9x16.mp4'))
    assert.ok(Math.abs(video.durationSecs! - DEMO_SONG.secs) < 0.1)
  })

  test('songreel preview refuses a moment past the end of the video, and says how long that is', async () => {
    const cwd = join(root, 'late-preview')
    await mkdir(cwd)
    const words = [
      'preview',
      song,
      '--start',
      '0:02',
      '--end',
      '0:06',
      '--at',
      '0:20',
      '--quality',
      'preview',
    ]
    const { code, stdout, stderr } = await runCli(words, { cwd })
    assert.equal(code, 65)
    assert.equal(stdout, '')
    assert.match(stderr, /--at 0:20 lies past the end of the video, which is 0:04 long/)
    assert.deepEqual(await readdir(cwd), [])
  })

  test('songreel preview gives one still per shape, and stdout is their paths', async () => {
    const cwd = join(root, 'preview')
    await mkdir(cwd)
    const words = ['preview', song, '--aspect', '9x16,16x9', '--at', '0:03', '--quality', 'preview']
    const { code, stdout } = await runCli(words, { cwd })
    assert.equal(code, 0)
    const files = linesOf(stdout)
    assert.deepEqual(files, [
      'Odalys Wren - Tin Lanterns - Basic - 9x16.png',
      'Odalys Wren - Tin Lanterns - Basic - 16x9.png',
    ])
    assert.deepEqual((await readdir(cwd)).sort(), [...files].sort())
    const { codec, width, height } = await probeMedia(join(cwd, files[1]!))
    assert.deepEqual([codec, width, height], ['png', 640, 360])
  })

  test('songreel templates lists every template, and shows one with a command that can be pasted', async () => {
    const cwd = root
    const list = JSON.parse((await runCli(['templates', '--json'], { cwd })).stdout)
    assert.ok(list.items.length >= 3)
    for (const { contentId, description, requiredDataSchema } of list.items) {
      assert.ok(description && requiredDataSchema.properties.customText, contentId)
    }
    const shown = await runCli(['templates'], { cwd })
    for (const { contentId } of list.items) assert.match(shown.stdout, new RegExp(contentId))
    const one = await runCli(['templates', 'base-basic-unified'], { cwd })
    assert.match(one.stdout, /customText +optional +text, up to \d+ characters/)
    assert.match(
      one.stdout,
      /npx songreel render song\.mp3 --template BASE_BASIC_UNIFIED --aspect 9x16 --text 'Out now'/,
    )
  })

  test('a native part that was not installed is named, with the way to get it', async () => {
    const hook = join(root, 'no-canvas.mjs')
    await writeFile(
      hook,
      `import { registerHooks } from 'node:module'
      registerHooks({ resolve(name, context, next) {
        if (/canvas-linux|skia\\..*node$/.test(name)) throw new Error('Cannot find module ' + name)
        return next(name, context)
      } })`,
    )
    const { code, stdout, stderr } = await runCli(['templates'], { cwd: root, nodeArgs: ['--import', hook] })
    assert.deepEqual([code, stdout], [69, ''])
    assert.match(
      stderr,
      /The drawing library for \w+-\w+ is not installed\. Run: npm ci --include=optional {3}Details: songreel doctor/,
    )
  })

  test('songreel licences names what it is made of, the encoder with its terms', async () => {
    const { code, stdout } = await runCli(['licences'], { cwd: root })
    assert.equal(code, 0)
    assert.match(stdout, /The FFmpeg inside @seydx\/node-av-linux-\* is under the GPL/)
    for (const name of ['commander', 'node-av', '@napi-rs/canvas', 'zod']) {
      assert.match(stdout, new RegExp(`^  ${name} +\\d+\\.\\d+\\.\\d+ +\\S`, 'm'))
    }
  })
})
