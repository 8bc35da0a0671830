import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { whyNoNamespaces } from '../../testing/namespaces.ts'
import { sweepWorkFolders, withWorkFolder } from './work-folder.ts'

const MODULE = JSON.stringify(import.meta.resolve('./work-folder.ts'))
const WORK = `
  const { withWorkFolder } = await import(${MODULE})
  await withWorkFolder(process.argv[1], 'render', (folder) => {
    process.stdout.write(folder)
    return new Promise((resolve) => setTimeout(resolve, 600_000))
  })`
const SWEEP = `
  const { sweepWorkFolders } = await import(${MODULE})
  await sweepWorkFolders(process.argv[1])`
const CONTAINER = ['unshare', '--pid', '--fork', '--mount-proc']

const root = mkdtempSync(join(tmpdir(), 'songreel-work-'))
after(() => rmSync(root, { recursive: true, force: true }))

test('a work folder is lent, and gone afterwards, also when the work fails', async () => {
  const dataDir = join(root, 'lent')
  const seen = await withWorkFolder(dataDir, 'render', async (folder) => {
    await sweepWorkFolders(dataDir)
    return existsSync(folder)
  })
  await assert.rejects(withWorkFolder(dataDir, 'render', () => Promise.reject(new Error('failed'))))

  assert.equal(seen, true, 'a sweep leaves it alone')
  assert.deepEqual(readdirSync(join(dataDir, 'work')), [])
})

test('the folder of a killed process is swept away, that of a living one is not', async (t) => {
  const dataDir = join(root, 'killed')
  const [killed, living] = [await startWork(t, dataDir), await startWork(t, dataDir)]
  await killed.kill()

  await sweepWorkFolders(dataDir)

  assert.deepEqual([existsSync(killed.folder), existsSync(living.folder)], [false, true])
  await living.kill()
  await sweepWorkFolders(dataDir)
  assert.deepEqual(readdirSync(join(dataDir, 'work')), [])
})

test('neither a repeated process id nor one that cannot be seen deceives the sweep', {
  skip: whyNoNamespaces(),
}, async (t) => {
  const dataDir = join(root, 'containers')
  const killed = await startWork(t, dataDir, CONTAINER)
  await killed.kill()
  const living = await startWork(t, dataDir)

  // It has the host name and the process id of the killed one, and does not see the living one.
  const swept = run([...CONTAINER, ...programOf(SWEEP, dataDir)])

  assert.equal(swept.status, 0, String(swept.stderr))
  assert.deepEqual([existsSync(killed.folder), existsSync(living.folder)], [false, true])
})

test('a folder that an earlier version left behind goes after a day', async () => {
  const dataDir = join(root, 'earlier')
  const [old, young] = ['host.1.render.0000', 'host.1.render.1111'].map((name) => join(dataDir, 'work', name))
  for (const folder of [old!, young!]) mkdirSync(folder, { recursive: true })
  const longAgo = Date.now() / 1000 - 25 * 3600
  utimesSync(old!, longAgo, longAgo)

  await sweepWorkFolders(dataDir)

  assert.deepEqual([existsSync(old!), existsSync(young!)], [false, true])
})

function programOf(program: string, dataDir: string): string[] {
  return [process.execPath, '--input-type=module', '-e', program, dataDir]
}

function run([program = '', ...args]: string[]) {
  return spawnSync(program, args)
}

/** Starts a process that works in a folder until it is killed. */
async function startWork(t: TestContext, dataDir: string, before: string[] = []) {
  const [program = '', ...args] = [...before, ...programOf(WORK, dataDir)]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const [folder] = await once(child.stdout, 'data')
  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    process.kill(before.length ? childOf(child) : child.pid!, 'SIGKILL')
    await exited
  }
  t.after(kill)
  return { folder: String(folder), kill }
}

function childOf({ pid }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0])
}
