import assert from 'node:assert/strict'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { makeDemo } from '@songreel/render'
import { makeTestFolder, removeTestFolder, runCli } from '../../testing/run-cli.ts'

const SAMPLES = new URL('../../../kit/testing/lyrics/', import.meta.url)

describe('songreel lyrics', { concurrency: 2 }, () => {
  let cwd = ''
  before(async () => {
    cwd = await makeTestFolder()
    for (const name of ['service.ttml', 'player.lrc']) await copyFile(new URL(name, SAMPLES), join(cwd, name))
    await writeFile(join(cwd, 'words.txt'), 'Paper boats\non the sea\n')
    await writeFile(join(cwd, 'bad.lrc'), '[00:12.00]Paper\n [00:75.00]boats\n')
  })
  after(() => removeTestFolder(cwd))

  test('convert writes to stdout, or to a file and prints its path', async () => {
    const shown = await runCli(['lyrics', 'convert', 'service.ttml', '--to', 'srt'], { cwd })
    assert.deepEqual([shown.code, shown.stderr], [0, ''])
    assert.match(shown.stdout, /^1\n00:00:12,400 --> 00:00:15,100\nPaper boats on the sea\n/)

    const kept = await runCli(['lyrics', 'convert', 'player.lrc', '-o', 'player.vtt'], { cwd })
    assert.deepEqual([kept.code, kept.stdout, kept.stderr], [0, 'player.vtt\n', ''])
    assert.match(
      await readFile(join(cwd, 'player.vtt'), 'utf8'),
      /^WEBVTT\n\n00:00:12\.400 --> 00:00:15\.600\nPaper/,
    )
    assert.deepEqual(
      (await readdir(cwd)).filter((name) => name.endsWith('.part')),
      [],
    )
  })

  test('plain text needs a song for formats with times', async () => {
    const refused = await runCli(['lyrics', 'convert', 'words.txt', '--to', 'lrc'], { cwd })
    assert.deepEqual([refused.code, refused.stdout], [65, ''])
    assert.match(refused.stderr, /words\.txt is plain text without times.*--song song\.mp3/)
    const { song } = await makeDemo(cwd)
    const { code, stdout } = await runCli(['lyrics', 'convert', 'words.txt', '--to', 'lrc', '--song', song], {
      cwd,
    })
    assert.equal(code, 0)
    assert.match(stdout, /\[#:The times are estimated\]\n\[00:\d\d\.\d\d\]Paper boats\n/)
  })

  test('check says what is in lyrics, or where they cannot be read', async () => {
    const { code, stdout } = await runCli(['lyrics', 'check', 'service.ttml'], { cwd })
    assert.equal(code, 0)
    assert.match(
      stdout,
      /Format +TTML\n +Timed +words\n +Lines +3, 1 of them behind others\n +Sung +0:12 to 1:04\n +Singers +v1, Jon Ferry\n/,
    )
    const json = await runCli(['lyrics', 'check', 'words.txt', '--json'], { cwd })
    assert.deepEqual(Object.entries(JSON.parse(json.stdout)).slice(0, 3), [
      ['source', 'TEXT'],
      ['timing', 'ESTIMATED'],
      ['lineCount', 2],
    ])
    const bad = await runCli(['lyrics', 'check', 'bad.lrc'], { cwd })
    assert.deepEqual([bad.code, bad.stdout], [65, ''])
    assert.match(bad.stderr, /Line 2, column 2 of the lyrics, "\[00:75\.00\]boats"/)
  })

  test('a format that is not there is refused with those that are', async () => {
    const { code, stderr } = await runCli(['lyrics', 'convert', 'player.lrc', '--to', 'vtx'], { cwd })
    assert.equal(code, 64)
    assert.match(stderr, /No format vtx\. Did you mean vtt\? There are lrc, srt, vtt, ttml, ass, json\./)
  })
})
