import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLookAddress } from '@songreel/kit/core'
import { listEngineFolders } from '../containment/installation.ts'

const WARM_MAIN = fileURLToPath(new URL('./warm-main.ts', import.meta.url))
/** Warming takes a second or two; much more on a busy machine. */
const LOCK_MS = 120_000

/** What children may load: neither tests nor the sources of kernels. */
const CODE = /(?<!\.test|\.as)\.[jt]s$/

const known = new Map<string, string | null>()

/**
 * Where Node keeps compiled code for the next child: loading from there takes a third of the time. The folder is trusted
 * like the code itself, so it must be ours alone to write; otherwise there is none (null).
 */
export function findCodeCache(): string | null {
  return remember('own', () => openFolder(`songreel-code-${ownId()}`, 0o077))
}

/**
 * The same for contained children: they only read, or one of them could leave code for the next. A process that sees no
 * file from outside fills it.
 */
export function findReadOnlyCodeCache(url: string | undefined): string | null {
  // Every look is drawn by the same code, and there may be very many of them.
  const templateUrl = url !== undefined && isLookAddress(url) ? ANY_LOOK : url
  const folder = remember('read', () => openFolder(`songreel-code-${ownId()}-read`, 0o022))
  if (folder) remember(nameWork(templateUrl), () => warmSoon(folder, templateUrl))
  return folder
}

/** Loads what all looks need. */
const ANY_LOOK = `data:application/json;base64,${btoa('{}')}`

function nameWork(templateUrl: string | undefined): string {
  return templateUrl ?? 'engine'
}

function remember(key: string, find: () => string | null): string | null {
  const found = known.get(key)
  if (found !== undefined) return found
  const value = find()
  known.set(key, value)
  return value
}

function ownId(): number | string {
  return process.geteuid?.() ?? 'own'
}

function openFolder(name: string, forbiddenMode: number): string | null {
  const path = join(tmpdir(), name)
  try {
    mkdirSync(path, { mode: 0o777 & ~forbiddenMode, recursive: true })
    // A real folder (no link), owned by us, without the forbidden permissions.
    const found = lstatSync(path)
    const isOwn = process.geteuid === undefined || found.uid === process.geteuid()
    return found.isDirectory() && isOwn && (found.mode & forbiddenMode) === 0 ? path : null
  } catch {
    return null
  }
}

/** Finding out whether there is something to do takes a moment, in which the child that asks can start already. */
function warmSoon(folder: string, templateUrl: string | undefined): null {
  setImmediate(() => {
    try {
      if (!warm(folder, templateUrl)) known.delete(nameWork(templateUrl))
    } catch {
      // The folder may be gone. Children then load more slowly, and report missing modules themselves.
    }
  })
  return null
}

/**
 * Whether it is done or begun. A template comes after the engine, which is most of what it loads: until that is ready, the
 * next child asks again.
 */
function warm(folder: string, templateUrl: string | undefined): boolean {
  const isEngineReady = warmOne(folder, undefined)
  if (templateUrl !== undefined && isEngineReady) warmOne(folder, templateUrl)
  return templateUrl === undefined || isEngineReady
}

/**
 * Whether it is done. Otherwise it is done in the background, once per version of the code, and children load more slowly
 * until then.
 */
function warmOne(folder: string, templateUrl: string | undefined): boolean {
  const name = createHash('sha256').update(`${WARM_MAIN} ${templateUrl}`).digest('hex').slice(0, 16)
  const marker = join(folder, `warmed-${name}`)
  const lock = join(folder, `warming-${name}`)
  const state = describeCode(templateUrl)
  if (readMarker(marker) === state) return true
  if (!takeLock(lock)) return false
  const env = { NODE_COMPILE_CACHE: folder, PATH: process.env.PATH ?? '' }
  const words = [WARM_MAIN, marker, lock, state, ...(templateUrl ? [templateUrl] : [])]
  const child = spawn(process.execPath, words, { env, stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
  return false
}

/** Only one process does this at a time; a stale lock is ignored after a while. */
function takeLock(lock: string): boolean {
  try {
    const { mtimeMs } = statSync(lock, { throwIfNoEntry: false }) ?? { mtimeMs: 0 }
    if (Date.now() - mtimeMs < LOCK_MS) return false
    rmSync(lock, { force: true })
    writeFileSync(lock, '', { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

function readMarker(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Node's own entries carry a hash of their source; this only says whether it is worth looking again. */
function describeCode(templateUrl: string | undefined): string {
  const isFile = templateUrl?.startsWith('file:')
  const folders = [...listEngineFolders(), ...(isFile ? [dirname(fileURLToPath(templateUrl!))] : [])]
  return [process.version, ...folders.map(findNewestMs)].join(' ')
}

function findNewestMs(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => CODE.test(name))
  return Math.max(
    0,
    ...names.map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0),
  )
}
