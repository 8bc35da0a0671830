import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { examineContainment } from '../src/containment/examine-containment.ts'
import { renderVideoInChild } from '../src/process/render-in-child.ts'
import { attemptAll, type HostileOutcomes, type HostileTargets } from './hostile-attempts.ts'
import { anUnrulyPlan } from './plans.ts'

// A program: a small service with secrets that renders a hostile template, and prints what that could do.
const root = await realpath(await mkdtemp(join(tmpdir(), 'songreel-hostile-')))
// Open above, so that only what is closed by ourselves is closed.
await chmod(root, 0o755)
const dataDir = join(root, 'data')
const PLANTED = `songreel-hostile-planted-${process.pid}`
const listeners = [createServer(), createServer(), createServer()] as const
const udp = createSocket('udp4').bind(0, '127.0.0.1')
try {
  const targets = await setUp()
  const freely = await attemptFreely(targets)
  const outcomes = await renderHostile(targets)
  const { layers } = await examineContainment()
  const pids = Object.values(outcomes.asNative).flatMap((outcome) => /^done (\d+)$/.exec(outcome)?.[1] ?? [])
  const alive = pids.filter(isRunning)
  const left = await readdir(join(dataDir, 'work', 'run'))
  process.stdout.write(JSON.stringify({ layers, freely, ...outcomes, alive, left }))
} finally {
  for (const listener of listeners) listener.close()
  udp.close()
  for (const folder of [tmpdir(), '/dev/shm']) await rm(join(folder, PLANTED), { force: true })
  await rm(root, { recursive: true, force: true })
}

async function setUp(): Promise<HostileTargets> {
  const others = join(dataDir, 'files', 'assets', 'org_other')
  const cluster = join(dataDir, 'postgres', 'data')
  const neighbour = join(dataDir, 'work', 'neighbour')
  for (const folder of [dataDir, others, cluster, neighbour])
    await mkdir(folder, { recursive: true, mode: 0o700 })
  const readable = {
    'the secret': join(dataDir, 'secret'),
    'the token file': join(dataDir, 'token'),
    "another organization's file": join(others, 'song'),
    'the database': join(cluster, 'pg_hba.conf'),
    "a neighbour's work": join(neighbour, 'song'),
  }
  for (const path of Object.values(readable)) await writeFile(path, 'canary', { mode: 0o600 })
  const sockets = {
    "the database's socket": join(cluster, '.s.PGSQL.5432'),
    'an abstract socket': '\0songreel-hostile-test',
  }
  const [tcp, unix, abstract] = listeners
  tcp.listen(0, '127.0.0.1')
  unix.listen(sockets["the database's socket"])
  abstract.listen(`${sockets['an abstract socket']}-${process.pid}`)
  sockets['an abstract socket'] = `${sockets['an abstract socket']}-${process.pid}`
  for (const each of [...listeners, udp]) if (!isListening(each)) await once(each, 'listening')
  const proc = `/proc/${process.pid}`
  const source = dirname(fileURLToPath(import.meta.url))
  return {
    parentPid: process.pid,
    readable: {
      ...readable,
      "the parent's environment": `${proc}/environ`,
      "the secret through the parent's root": `${proc}/root${dataDir}/secret`,
      'the secret from below': '/proc/self/cwd/../../../secret',
      "a neighbour's work from below": '/proc/self/cwd/../../neighbour/song',
    },
    folders: {
      'the data folder': dataDir,
      'the database folder': cluster,
      'the storage': others,
      "the parent's open files": `${proc}/fd`,
    },
    writable: {
      'into the data folder': join(dataDir, 'planted'),
      'into the secret': join(dataDir, 'secret'),
      'beside its room': '/proc/self/cwd/../planted',
      'into the code': join(source, 'planted.txt'),
      'into the temporary folder': join(tmpdir(), PLANTED),
      'into shared memory': join('/dev/shm', PLANTED),
    },
    sockets,
    port: (tcp.address() as AddressInfo).port,
    udpPort: udp.address().port,
  }
}

/** One that has ended and waits to be collected does not count. */
function isRunning(pid: string): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'))
  } catch {
    return false
  }
}

function isListening(each: (typeof listeners)[number] | typeof udp): boolean {
  try {
    return each.address() !== null
  } catch {
    return false
  }
}

/** The same from here: what is not forbidden succeeds, or the targets would prove nothing. */
async function attemptFreely(targets: HostileTargets): Promise<HostileOutcomes> {
  const outcomes = await attemptAll({ ...targets, writable: {} })
  const [, pid] = /^done (\d+)$/.exec(outcomes['leave a process behind'] ?? '') ?? []
  if (pid) process.kill(Number(pid), 'SIGKILL')
  return outcomes
}

async function renderHostile(
  targets: HostileTargets,
): Promise<{ asScript: HostileOutcomes; asNative: HostileOutcomes }> {
  const folder = join(dataDir, 'work', 'run')
  const url = new URL('./hostile-template.ts', import.meta.url).href
  const plan = anUnrulyPlan(folder, {
    template: { contentId: 'TEST_HOSTILE', url },
    data: { targets },
    outFile: join(folder, 'video.mp4'),
  })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await renderVideoInChild(plan, { closedFolders: [dataDir] })
  } catch (error) {
    // Behind it stands where the template threw it.
    const [, outcomes] = /OUTCOMES(\{.*\})/.exec(String((error as Error).message)) ?? []
    if (outcomes) return JSON.parse(outcomes)
    throw error
  }
  throw new Error('The hostile template did not report.')
}
