import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { BIN, makeTestFolder, removeTestFolder, runCli } from '../testing/run-cli.ts'
import { VERSION } from './version.ts'

describe('the command line', { concurrency: 2 }, () => {
  let cwd = ''
  before(async () => {
    cwd = await makeTestFolder()
  })
  after(() => removeTestFolder(cwd))

  test('help leads with three examples and goes to stdout', async () => {
    for (const words of [[], ['--help'], ['help']]) {
      const { code, stdout, stderr } = await runCli(words, { cwd })
      assert.deepEqual([code, stderr], [0, ''])
      assert.deepEqual(
        stdout
          .split('\n')
          .slice(1, 4)
          .map((line) => line.trim().split(/ {2,}/)[0]),
        ['npx songreel demo', 'npx songreel render song.mp3 --art cover.jpg', 'npx songreel serve'],
      )
    }
    const { stdout } = await runCli(['render', '--help'], { cwd })
    assert.match(stdout, /^\n {2}npx songreel render song\.mp3\n(.+\n){2}/)
  })

  test('the version is one line', async () => {
    const { code, stdout } = await runCli(['--version'], { cwd })
    assert.deepEqual([code, stdout], [0, `songreel ${VERSION}\n`])
  })

  const mistakes: [words: string[], told: RegExp][] = [
    [['rendr', 'song.mp3'], /No command rendr\. Did you mean render\?/],
    [['render', 'song.mp3', '--aspct', '1x1'], /No option --aspct\. Did you mean --aspect\?/],
    [
      ['render'],
      /songreel render needs one or more songs \(.*\), or a folder of them\. {3}Help: songreel render --help/,
    ],
    [
      ['preview', 'a.mp3', 'b.mp3'],
      /songreel preview does not take b\.mp3\. {3}Help: songreel preview --help/,
    ],
    [['help', 'rendr'], /No command rendr\. Did you mean render\?/],
    [['render', '--aspect'], /--aspect needs a value: --aspect <shapes>\./],
    [['render', '-dash.mp3'], /No option -dash\.mp3\. For a file of this name: \.\/-dash\.mp3/],
    [
      ['token'],
      /songreel token needs one more word: show \(prints the API token .*\)\. {3}Help: songreel token --help/,
    ],
    [['token', 'shw'], /No command shw\. Did you mean show\? {3}Help: songreel token --help/],
    [['serve', '--api', '--worker'], /--api and --worker exclude each other/],
  ]
  for (const [words, told] of mistakes) {
    test(`songreel ${words.join(' ')} is refused in one line, with a way out`, async () => {
      const { code, stdout, stderr } = await runCli(words, { cwd })
      assert.deepEqual([code, stdout], [64, ''])
      assert.match(stderr, told)
      assert.equal(stderr.trim().split('\n').length, 1)
    })
  }

  test('an old Node is told which one is needed, before anything is loaded', async () => {
    const fake = join(cwd, 'old-node.cjs')
    await writeFile(
      fake,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.19.0' } })`,
    )
    const { code, stdout, stderr } = await runCli(['demo'], { cwd, nodeArgs: ['--require', fake] })
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^songreel needs Node 22\.18 or newer; this is 18\.19\.0\.\n/)
  })

  test('an output that cannot be written is one sentence, and a reader that leaves is none', async () => {
    const run = (line: string) =>
      spawnSync('sh', ['-c', line, process.execPath, BIN], { cwd, encoding: 'utf8' })
    const full = run('"$0" "$1" licences > /dev/full')
    assert.deepEqual([full.status, full.stderr], [74, '  ✖ The output finds no space left.\n'])
    const left = run('"$0" "$1" licences | head -n 1')
    assert.deepEqual([left.status, left.stderr], [0, ''])
  })

  test('colours appear only where they are wanted', async () => {
    const ESC = String.fromCharCode(27)
    const isColoured = async (env: Record<string, string>, ...more: string[]) =>
      (await runCli(['nothing', ...more], { cwd, env })).stderr.includes(ESC)
    assert.equal(await isColoured({}), false)
    assert.equal(await isColoured({ FORCE_COLOR: '1' }), true)
    assert.equal(await isColoured({ NO_COLOR: '1' }), false)
  })

  test('flags of serve are settings, and what is wrong with them is told by the server', async () => {
    const { code, stderr } = await runCli(['serve', '--port', '99999', '--data', join(cwd, 'data')], { cwd })
    assert.equal(code, 78)
    assert.match(stderr, /SONGREEL_PORT/)
  })

  test('the token of the data folder is the only thing on stdout', async () => {
    const missing = await runCli(['token', 'show'], { cwd })
    assert.deepEqual([missing.code, missing.stdout], [65, ''])
    assert.match(
      missing.stderr,
      /There is no token in \.\/songreel-data\. The first songreel serve makes one/,
    )
    await writeFile(join(cwd, 'token'), 'srl_live_canary\n')
    const shown = await runCli(['token', 'show', '--data', cwd], { cwd })
    assert.deepEqual(shown, { code: 0, stdout: 'srl_live_canary\n', stderr: '' })
    const fromEnvironment = await runCli(['token', 'show'], { cwd, env: { SONGREEL_DATA_DIR: cwd } })
    assert.equal(fromEnvironment.stdout, 'srl_live_canary\n')
  })
})
