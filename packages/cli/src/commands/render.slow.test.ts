import assert from 'node:assert/strict'
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { BatchInput } from '@songreel/contract'
import { makeDemo, probeMedia } from '@songreel/render'
import { makeDemoClips } from '@songreel/render/authoring'
import { eventsOf, linesOf, makeTestFolder, removeTestFolder, runCli } from '../../testing/run-cli.ts'

const NAME = 'Odalys Wren - Tin Lanterns - Basic'
const SECOND = ['--quality', 'preview', '--start', '0:07', '--end', '0:08']

describe('songreel render', { concurrency: 2 }, () => {
  let root = ''
  let song = ''
  let cover = ''
  let folders = 0
  /** A folder for videos and one for temporary files, both empty. */
  const makePlaces = async () => {
    const cwd = join(root, String(++folders))
    const temp = join(cwd, '..', `temp-${folders}`)
    await mkdir(cwd)
    await mkdir(temp)
    return { cwd, temp, env: { SONGREEL_TEMP_DIR: temp } }
  }
  before(async () => {
    root = await makeTestFolder()
    const files = await makeDemo(root)
    song = files.song
    cover = files.cover
  })
  after(() => removeTestFolder(root))

  test('stdout is exactly the path, the talk is short and plain, and nothing else is left', async () => {
    const { cwd, temp, env } = await makePlaces()
    const { code, stdout, stderr } = await runCli(['render', song, '--art', cover, ...SECOND], { cwd, env })
    assert.deepEqual([code, stdout], [0, `${NAME} - 9x16.mp4\n`])
    assert.ok(linesOf(stderr).length <= 15, stderr)
    assert.doesNotMatch(stderr, new RegExp(`[\\r${String.fromCharCode(27)}]`))
    assert.match(
      stderr,
      /✔ Read +"Tin Lanterns" — Odalys Wren · 0:16 · cover 1600×1600 +\(from the file's tags\)/,
    )
    assert.match(stderr, /✔ Listened +112 BPM · A minor · loudest at 0:06 +[\d.]+ s/)
    assert.match(stderr, /✔ 9x16 → Odalys Wren - Tin Lanterns - Basic - 9x16\.mp4 +[\d.]+ KB +[\d.]+ s/)
    assert.deepEqual([await readdir(cwd), await readdir(temp)], [[`${NAME} - 9x16.mp4`], []])
    const { codec, width, height, durationSecs, hasAudio } = await probeMedia(join(cwd, stdout.trim()))
    assert.deepEqual([codec, width, height, hasAudio], ['h264', 360, 640, true])
    assert.ok(Math.abs(durationSecs! - 1) < 0.1)
  })

  test('song and cover are looked into once, whatever their files are called, and known in later runs', async () => {
    const { cwd, env } = await makePlaces()
    const other = `other${extname(song)}`
    await copyFile(song, join(cwd, other))
    const run = (file: string) =>
      runCli(['render', file, '--art', cover, '--dry-run'], {
        cwd,
        env: { ...env, SONGREEL_CACHE_DIR: 'kept' },
      })
    const listKept = async () => {
      const names = (await readdir(join(cwd, 'kept/songs'))).toSorted()
      return Promise.all(names.map(async (name) => [name, (await stat(join(cwd, 'kept/songs', name))).ino]))
    }
    assert.equal((await run(song)).code, 0)
    const kept = await listKept()
    const { code, stderr } = await run(other)
    assert.equal(code, 0)
    assert.match(stderr, /✔ Read +"Tin Lanterns" — Odalys Wren · 0:16 · cover 1600×1600/)
    assert.match(stderr, /✔ Listened +112 BPM/)
    assert.deepEqual([kept.length, await listKept()], [3, kept])
  })

  test('--json tells every step as one object per line; one failure among several is exit code 2', async () => {
    const { cwd, env } = await makePlaces()
    // A folder stands where one of the videos should go.
    await mkdir(join(cwd, 'out', `${NAME} - 1x1.mp4`, 'taken'), { recursive: true })
    const words = [
      'render',
      song,
      ...SECOND,
      '--aspect',
      '9x16,1x1',
      '--out',
      'out',
      '--json',
      '--text',
      'Out now',
    ]
    const { code, stdout, stderr } = await runCli(words, { cwd, env })
    const events = eventsOf(stdout)
    const named = (event: string) => events.filter((each) => each.event === event)
    assert.equal(code, 2)
    assert.match(stderr, /^ {2}✖ 1x1 {3}.*is a folder\.\n$/)
    assert.deepEqual(
      events.slice(0, 4).map(({ event }) => event),
      ['read', 'listened', 'excerpt', 'progress'],
    )
    assert.deepEqual(named('read')[0]?.cover, { source: 'BESIDE', file: cover, width: 1600, height: 1600 })
    const percents = named('progress')
      .filter(({ video }) => video === '9x16')
      .map(({ percent }) => Number(percent))
    assert.ok(percents.length > 0 && percents.every((percent, i) => i === 0 || percent >= percents[i - 1]!))
    const [completed] = named('completed')
    const file = join('out', `${NAME} - 9x16.mp4`)
    assert.deepEqual(
      [completed?.video, completed?.file, completed?.frames, completed?.width],
      ['9x16', file, 15, 360],
    )
    assert.deepEqual([named('failed').length, named('failed')[0]?.video], [1, '1x1'])
    assert.deepEqual(events.at(-1), { event: 'finished', exitCode: 2, files: [file] })
    assert.deepEqual((await readdir(join(cwd, 'out'))).sort(), [`${NAME} - 1x1.mp4`, `${NAME} - 9x16.mp4`])
  })

  test('several songs and folders: goes on after failures, ends with a table and exit code 2', async () => {
    const { cwd, temp, env } = await makePlaces()
    await mkdir(join(cwd, 'album'))
    await copyFile(song, join(cwd, 'album', '10 again.mp3'))
    await copyFile(song, join(cwd, 'album', '2 first.mp3'))
    await writeFile(join(cwd, 'album', '3 broken.mp3'), '<!doctype html>')
    const words = ['render', 'album', 'nowhere.mp3', ...SECOND, '--out', 'videos']
    const { code, stdout, stderr } = await runCli(words, { cwd, env })
    const files = [join('videos', `${NAME} - 9x16.mp4`), join('videos', `${NAME} - 9x16 (2).mp4`)]
    assert.deepEqual([code, linesOf(stdout)], [2, files], stderr)
    assert.match(stderr, /album\/2 first\.mp3 {3}song 1 of 4\n/)
    assert.deepEqual(linesOf(stderr).slice(-5), [
      '  ✔ album/2 first.mp3    1 video',
      '  ✖ album/3 broken.mp3   3 broken.mp3 is a web page (HTML), not audio. Was the download blocked?',
      '  ✔ album/10 again.mp3   1 video',
      '  ✖ nowhere.mp3          There is no file nowhere.mp3.',
      '  2 of 4 songs are done.',
    ])
    assert.deepEqual([(await readdir(join(cwd, 'videos'))).length, await readdir(temp)], [2, []])
  })

  test('--length finds the best moment of that length, in whole bars', async () => {
    const { cwd, env } = await makePlaces()
    const words = ['render', song, '--length', '6', '--template', 'BASE_ART_TRACK', '--dry-run', '--json']
    const { code, stdout } = await runCli(words, { cwd, env })
    const excerpt = eventsOf(stdout).find(({ event }) => event === 'excerpt')!
    const secs = Number(excerpt.endSecs) - Number(excerpt.startSecs)
    const bars = secs / ((4 * 60) / 112)
    assert.deepEqual([code, excerpt.kind], [0, 'HOOK'])
    assert.ok(Math.abs(secs - 6) < 1.2 && Math.abs(bars - Math.round(bars)) < 0.05, `${secs} s, ${bars} bars`)
  })

  test('Ctrl-C ends with 130, leaves nothing half made, and an older video stays as it was', async () => {
    const { cwd, temp, env } = await makePlaces()
    await writeFile(join(cwd, `${NAME} - 9x16.mp4`), 'the older one')
    let isStopped = false
    const { code, stdout, stderr } = await runCli(['render', song, '--art', cover, '--full'], {
      cwd,
      env,
      onStderr: (soFar, child) => {
        if (isStopped || !/Rendering +10 %/.test(soFar)) return
        isStopped = true
        child.kill('SIGINT')
      },
    })
    assert.ok(isStopped)
    assert.deepEqual([code, stdout], [130, ''])
    assert.match(stderr, /Stopped\. What was half made is removed\.\n$/)
    assert.deepEqual([await readdir(cwd), await readdir(temp)], [[`${NAME} - 9x16.mp4`], []])
    assert.equal(await readFile(join(cwd, `${NAME} - 9x16.mp4`), 'utf8'), 'the older one')
  })

  test('--dry-run checks everything, says which part it would take, and makes nothing', async () => {
    const { cwd, env } = await makePlaces()
    await writeFile(join(cwd, 'small.gif'), SMALL_GIF)
    const { code, stdout, stderr } = await runCli(['render', song, '--art', 'small.gif', '--dry-run'], {
      cwd,
      env,
    })
    assert.deepEqual([code, stdout], [0, ''])
    assert.match(stderr, /! Using 0:15 from the hook\. Whole song: --full/)
    assert.match(stderr, /! small\.gif is 1×1 and will look soft at 1080\. 1500×1500 or more is good\./)
    assert.match(stderr, /9x16 → Odalys Wren.* 1080×1920, 30 fps/)
    assert.deepEqual(await readdir(cwd), ['small.gif'])
  })

  test('a frame rate that a quality does not take, and a place where nothing can be saved, are told', async () => {
    const { cwd, env } = await makePlaces()
    const words = ['render', song, '--quality', 'preview', '--length', '1', '--fps', '30']
    const { code, stderr } = await runCli([...words, '--out', '/proc/x'], { cwd, env })
    assert.match(stderr, /--fps 30 has no effect: PREVIEW always has 15 frames per second/)
    assert.match(stderr, /Needs about \d+ MB in \/proc\/x, 0 MB free/)
    assert.equal(code, 74)
  })

  test('--print-request gives a body that the API takes', async () => {
    const { cwd, env } = await makePlaces()
    const wishes = [
      '--aspect',
      '9x16,1:1',
      '--text',
      'Out now',
      '--start',
      '0:02',
      '--end',
      '0:12',
      '--count',
      '2',
    ]
    const { code, stdout, stderr } = await runCli(
      ['render', song, '--art', cover, ...wishes, '--print-request'],
      {
        cwd,
        env,
      },
    )
    assert.deepEqual([code, stderr], [0, ''])
    const body = BatchInput.parse(JSON.parse(stdout))
    assert.deepEqual(
      [body.artist?.name, body.mediaBundle?.name, body.media?.name],
      ['Odalys Wren', 'Harbour EP', 'Tin Lanterns'],
    )
    assert.match(body.media!.audioUrl, /\/song\.mp3$/)
    assert.deepEqual(
      body.renders.map(({ videoSettings }) => videoSettings?.aspectRatio),
      ['9x16', '1x1'],
    )
    assert.deepEqual(body.renders[0], {
      contentId: 'BASE_BASIC_UNIFIED',
      requiredData: { customText: 'Out now' },
      videoSettings: {
        aspectRatio: '9x16',
        outputQuality: 'FULL',
        numVideos: 2,
        audioStartEndSecs: { start: 2, end: 12 },
      },
    })
    assert.deepEqual(await readdir(cwd), [])
  })

  const mistakes: [what: string, words: string[], code: number, told: RegExp][] = [
    [
      'a web page for a song',
      ['page.mp3'],
      65,
      /✖ page\.mp3 is a web page \(HTML\), not audio\. Was the download blocked\?/,
    ],
    ['a file that is not there', ['pag.mp3'], 65, /There is no file pag\.mp3\. Did you mean page\.mp3\?/],
    ['a folder without songs', ['empty'], 65, /There is no song in the folder empty/],
    [
      'one name for several songs',
      ['SONG', 'page.mp3', '--title', 'Tide'],
      64,
      /--title is the name of one song, but there are 2/,
    ],
    [
      'one file for several songs',
      ['SONG', 'page.mp3', '--out', 'a.mp4'],
      64,
      /names one file, but there are several songs/,
    ],
    [
      'a length and a place',
      ['SONG', '--length', '5', '--start', '0:02'],
      64,
      /--length looks for the best moment itself.*--start 0:02 --end 0:07/,
    ],
    [
      'a length and the whole song',
      ['SONG', '--length', '5', '--full'],
      64,
      /--full and --length exclude each other/,
    ],
    [
      'a text for a cover',
      ['SONG', '--art', 'page.mp3'],
      65,
      /page\.mp3 is not a picture: it looks like an HTML page/,
    ],
    ['a part outside of the song', ['SONG', '--end', '5:00'], 65, /--end 5:00 lies past the end of the song/],
    [
      'an unknown template',
      ['SONG', '--template', 'BASE_BASIC_UNIFED'],
      64,
      /No template BASE_BASIC_UNIFED\. Did you mean BASE_BASIC_UNIFIED\? {3}List: songreel templates/,
    ],
    [
      'a part that ends before it starts',
      ['SONG', '--start', '1:00', '--end', '0:30'],
      64,
      /--end 0:30 must come after --start 1:00/,
    ],
    [
      'two wishes that exclude each other',
      ['SONG', '--full', '--end', '0:30'],
      64,
      /--full and --start or --end exclude each other/,
    ],
    [
      'one name for two videos',
      ['SONG', '--aspect', '1x1,9x16', '--out', 'a.mp4'],
      64,
      /names one file, but there will be 2/,
    ],
    ['an ending of another format', ['SONG', '--out', 'a.gif'], 64, /does not end in \.mp4/],
  ]
  for (const [what, words, expected, told] of mistakes) {
    test(`${what} ends with ${expected} and one sentence`, async () => {
      const { cwd, env } = await makePlaces()
      await mkdir(join(cwd, 'empty'))
      await writeFile(join(cwd, 'page.mp3'), '<!doctype html><title>403 Forbidden</title>')
      const { code, stdout, stderr } = await runCli(
        ['render', ...words.map((word) => (word === 'SONG' ? song : word))],
        { cwd, env },
      )
      assert.deepEqual([code, stdout], [expected, ''], stderr)
      assert.match(stderr, told)
      assert.deepEqual(await readdir(cwd), ['empty', 'page.mp3'])
    })
  }

  test('--clip gives videos to a template that shows some, and is told apart from what cannot be used', async () => {
    const { cwd, env } = await makePlaces()
    const [clip = '', other = ''] = await makeDemoClips(join(cwd, 'clips'))
    const cut = ['render', song, '--template', 'CLIPS_BEAT_CUT', ...SECOND]
    const without = await runCli(cut, { cwd, env })
    assert.equal(without.code, 64)
    assert.match(without.stderr, /CLIPS_BEAT_CUT shows videos of yours and needs a video: --clip <file>/)
    const wrong = await runCli([...cut, '--clip', clip, '--clip', cover], { cwd, env })
    assert.equal(wrong.code, 65)
    assert.match(wrong.stderr, /cover\.jpg is image\/jpeg, not a video/)

    const made = await runCli([...cut, '--clip', clip, '--clip', other, '--out', 'cut.mp4'], { cwd, env })
    assert.deepEqual([made.code, made.stdout], [0, 'cut.mp4\n'], made.stderr)
    const printed = await runCli([...cut, '--clip', clip, '--clip', other, '--print-request'], { cwd, env })
    const { media } = BatchInput.parse(JSON.parse(printed.stdout))
    assert.deepEqual(
      media?.videoUrls,
      ['clip-1', 'clip-2'].map((name) => `https://files.example.com/${name}.mp4`),
    )
  })
})

const SMALL_GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
