import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { loadTemplates } from '@songreel/templates'
import { WITH_NOTICES } from './add-notices.ts'
import { installFromRegistry, installWithoutNetwork } from './install-tarballs.ts'
import { measureInBrowser } from './measure-in-browser.ts'
import { packPackages, ROOT, type Tarball } from './pack-packages.ts'

// `npm run test:packages` sets these: another Node, and a real npm install.
const NODE = process.env.SONGREEL_PACKAGES_NODE ?? process.execPath
const install = process.env.SONGREEL_PACKAGES_REGISTRY ? installFromRegistry : installWithoutNetwork

const run = promisify(execFile)

/** The SDK runs on older Nodes than the rest; what makes its videos is then this one. */
const [major = 0, minor = 0] = execFileSync(NODE, ['-p', 'process.versions.node'])
  .toString()
  .split('.')
  .map(Number)
const isOld = major < 22 || (major === 22 && minor < 18)
const skip = isOld && 'Songreel itself needs Node 22.18'
const SERVER_NODE = isOld ? process.execPath : NODE

/** Little gzipped JavaScript is a promise of the SDK's. */
const MAX_SDK_BYTES = 8 * 1024

describe('the tarballs, installed in an empty folder', { concurrency: 2 }, () => {
  let home = ''
  let bin = ''
  let tarballs: Tarball[] = []
  // Nothing of the clone's: no NODE_OPTIONS, no npm settings.
  const env = { PATH: process.env.PATH }

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'songreel-installed-'))
    tarballs = await packPackages(join(home, 'tarballs'))
    await install(home, tarballs)
    bin = join(home, 'node_modules/songreel/bin/songreel.cjs')
  })
  after(() => rm(home, { recursive: true, force: true }))

  test('hold JavaScript, declarations and what they read, and no tests and no sources', async () => {
    for (const { name, files } of tarballs) {
      const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
      assert.deepEqual(sources, name === '@songreel/templates' ? ['starter/template.ts'] : [], name)
      assert.deepEqual(
        files.filter((file) => /\.test\.|\btesting\b|\bcrash\//.test(file)),
        [],
      )
      for (const file of ['README.md', 'LICENSE', 'package.json']) assert.ok(files.includes(file), name)
      assert.equal(files.includes('THIRD_PARTY_NOTICES'), WITH_NOTICES.includes(name), name)
      const facts = JSON.parse(await readFile(join(home, 'node_modules', name, 'package.json'), 'utf8'))
      assert.equal(facts.license, 'MIT')
      for (const fact of ['description', 'keywords', 'author', 'homepage', 'bugs', 'repository'])
        assert.ok(facts[fact]?.length !== 0 && facts[fact], `${name}: ${fact}`)
      // Nothing runs at an install, and what node-av brings along stays away (docs/decisions/0022-node-av.md).
      assert.equal(facts.scripts, undefined)
      assert.ok(!facts.dependencies?.['node-av'], name)
      assert.equal(facts.engines.node, name === '@songreel/sdk' ? '>=20' : '>=22.18')
      for (const door of listFiles([facts.exports ?? {}, facts.imports ?? {}]))
        assert.ok(files.includes(door.replace('./', '')), `${name}: ${door}`)
    }
  })

  test('songreel demo makes a video', { skip }, async () => {
    const cwd = join(home, 'demo')
    await mkdir(cwd)
    const { stdout } = await run(NODE, [bin, 'demo', '--quality', 'preview'], { cwd, env })
    assert.equal(stdout, 'songreel-demo-9x16.mp4\n')
    assert.ok((await stat(join(cwd, 'songreel-demo-9x16.mp4'))).size > 50_000)
  })

  test('songreel serve responds, shows its templates, and stops in order', async (t) => {
    const { url, token, stop } = await serve(t, 'data')
    assert.equal((await fetch(`${url}/livez`)).status, 200)
    assert.equal((await fetch(`${url}/docs`)).status, 200)
    const contents = await fetch(`${url}/v1/contents`, { headers: { authorization: `Bearer ${token}` } })
    const { data } = (await contents.json()) as { data: { items: unknown[] } }
    assert.equal(data.items.length, (await loadTemplates()).size)
    await talkTo(url, token)
    await stop()
  })

  test('the SDK alone makes a video through a server, imported and required', async (t) => {
    const { url, token, stop } = await serve(t, 'sdk-data')
    const alone = await installSdk('sdk-alone')
    const sdkEnv = { ...env, SONGREEL_URL: url, SONGREEL_TOKEN: token }
    const { stdout, stderr } = await run(NODE, [join(alone, 'flow.mjs')], { cwd: alone, env: sdkEnv })
    assert.equal(stdout, `Node ${major}: done\n`)
    assert.doesNotMatch(stderr, /Warning/)
    await stop()
  })

  test('the SDK alone has its types, for both kinds of module, and few bytes', async () => {
    const alone = await installSdk('sdk-types')
    const types = await readFile(join(alone, 'types.ts'), 'utf8')
    await writeFile(join(alone, 'types.cts'), types)
    const options = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--module', 'nodenext']
    const lib = ['--target', 'es2024', '--lib', 'es2024,dom,dom.iterable,dom.asynciterable', '--types', '']
    const files = [join(alone, 'types.ts'), join(alone, 'types.cts')]
    await run(join(ROOT, 'node_modules/.bin/tsc'), [...options, ...lib, ...files], { cwd: alone })

    const bytes = await measureInBrowser(alone, '@songreel/sdk')
    assert.ok(bytes <= MAX_SDK_BYTES, `${bytes} bytes`)
    assert.ok((await measureInBrowser(alone, '@songreel/sdk/webhooks')) <= 3 * 1024)
  })

  test("a template in the user's own package is checked by its types and rendered", { skip }, async () => {
    const own = join(home, 'own-package')
    await cp(join(ROOT, 'tools/pack/own-package'), own, { recursive: true })
    await writeFile(
      join(own, 'package.json'),
      '{ "name": "own-package", "private": true, "type": "module" }\n',
    )
    const { stdout } = await run(NODE, [join(own, 'render.ts'), own], { cwd: own, env })
    assert.deepEqual(JSON.parse(stdout), { contentId: 'OWN_WORDS', frames: 10, isPassed: true })

    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--skipLibCheck']
    const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')]
    const check = (file: string) =>
      run(
        join(ROOT, 'node_modules/.bin/tsc'),
        [...options, ...types, '--allowImportingTsExtensions', join(own, file)],
        {
          cwd: own,
        },
      )
    await check('render.ts')
    const wrong = (await readFile(join(own, 'template.ts'), 'utf8')).replace('data.word,', 'data.wrod,')
    await writeFile(join(own, 'wrong.ts'), wrong)
    await assert.rejects(check('wrong.ts'), { stdout: /Property 'wrod' does not exist/ })
  })

  /** The command line as somebody uses it on another machine. */
  async function talkTo(url: string, token: string): Promise<void> {
    const cwd = join(home, 'remote')
    await mkdir(cwd)
    await writeFile(join(cwd, 'token.txt'), token)
    const song = await fetch(`${url}/demo/song.mp3`)
    await writeFile(join(cwd, 'song.mp3'), Buffer.from(await song.arrayBuffer()))
    const print = async (...words: string[]) => {
      const { stdout } = await run(SERVER_NODE, [bin, ...words], { cwd, env: { ...env, HOME: cwd } })
      return stdout.trimEnd()
    }
    assert.match(await print('login', url, '--token-file', 'token.txt'), /^org_/)
    const artist = await print('artists', 'create', '--name', 'Odalys Wren')
    assert.equal(await print('artists', 'list', '-o', 'ids'), artist)
    const look = ['--quality', 'preview', '--aspect', '1x1', '--start', '0', '--end', '1']
    const video = await print(
      'batches',
      'create',
      'song.mp3',
      '--artist',
      'Odalys Wren',
      ...look,
      '--out',
      'videos',
    )
    assert.ok((await stat(join(cwd, video))).size > 10_000)
    assert.match(await print('completion', 'bash'), /_songreel\(\)/)
  }

  /** A folder with the SDK, what it needs, and nothing else. */
  async function installSdk(name: string): Promise<string> {
    const alone = join(home, name)
    await cp(join(ROOT, 'tools/pack/sdk-alone'), alone, { recursive: true })
    await install(
      alone,
      tarballs.filter((each) => each.name === '@songreel/sdk'),
    )
    return alone
  }

  async function serve(t: TestContext, data: string) {
    const words = [bin, 'serve', '--port', '0', '--data', join(home, data)]
    const child = spawn(SERVER_NODE, words, { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] })
    t.after(() => child.kill('SIGKILL'))
    const ended = once(child, 'exit')
    let [banner, log] = ['', '']
    child.stdout.on('data', (text) => {
      banner += text
    })
    child.stderr.on('data', (text) => {
      log += text
    })
    while (!log.includes('service is ready')) {
      await Promise.race([once(child.stderr, 'data'), ended])
      assert.equal(child.exitCode, null, log)
    }
    const [, url = ''] = /API {9}(\S+)\/v1/.exec(banner) ?? []
    const [, token = ''] = /API token {3}(\S+)/.exec(banner) ?? []
    const stop = async () => {
      child.kill('SIGTERM')
      assert.deepEqual(await ended, [0, null], log)
    }
    return { url, token, stop }
  }
})

/** Every file that a package's exports or imports lead to. */
function listFiles(door: unknown): string[] {
  return typeof door === 'string' ? [door] : Object.values(door as object).flatMap(listFiles)
}
