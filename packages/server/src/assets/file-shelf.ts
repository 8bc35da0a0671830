import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { lendWorkFolder } from './work-folder.ts'

/** As long as the children that draw stills wait with the files that they have read. */
const KEPT_MS = 60_000
/** Beyond this, files that nobody uses go before their time. */
const MOST_BYTES = 1 << 30

/** What is brought to a place on the shelf. */
type Wanted = { name: string; fileName: string; bring(file: string): Promise<unknown> }

/** Files that a preview uses; they stay at least until it leaves. */
export type ShelfVisit = {
  /** The path of a file: brought there now, or by somebody before. The name says what is in it, and whose it is. */
  take(wanted: Wanted): Promise<string>
  leave(): void
}

/** Keeps the files of previews at hand. Whoever changes a brand or a look asks for the same ones again and again, maybe from far away. */
export type FileShelf = { visit(): ShelfVisit; close(): Promise<void> }

type Entry = { file: Promise<string>; users: number; sizeBytes: number; endOfWait?: NodeJS.Timeout }

/** Makes a shelf in the data folder, where whatever remains after a crash is swept with the other folders of work. */
export function createFileShelf(
  dataDir: string,
  { keptMs = KEPT_MS, mostBytes = MOST_BYTES } = {},
): FileShelf {
  const entries = new Map<string, Entry>()
  const lent = createLentFolder(dataDir)
  let count = 0

  const bring = async ({ fileName, bring: fill }: Wanted): Promise<string> => {
    const folder = path.join(await lent.open(), String(count++))
    await mkdir(folder)
    const file = path.join(folder, fileName)
    try {
      await fill(file)
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
    return file
  }
  const remove = async (name: string, entry: Entry) => {
    if (entries.get(name) === entry) entries.delete(name)
    clearTimeout(entry.endOfWait)
    const file = await entry.file.catch(() => undefined)
    // What cannot be removed now goes with the whole folder.
    if (file) await rm(path.dirname(file), { recursive: true, force: true }).catch(() => undefined)
  }
  const makeRoom = () => {
    let sumBytes = 0
    for (const [name, entry] of [...entries].reverse()) {
      sumBytes += entry.sizeBytes
      if (sumBytes > mostBytes && entry.users === 0) void remove(name, entry)
    }
  }
  const find = (wanted: Wanted): Entry => {
    const known = entries.get(wanted.name)
    if (known) return known
    const file = bring(wanted).then(async (path) => {
      entry.sizeBytes = (await stat(path)).size
      return path
    })
    const entry: Entry = { file, users: 0, sizeBytes: 0 }
    file.catch(() => entries.get(wanted.name) === entry && entries.delete(wanted.name))
    return entry
  }

  return {
    visit: () =>
      createVisit(entries, find, (left) => {
        for (const [name, entry] of left)
          entry.endOfWait = setTimeout(() => void remove(name, entry), keptMs).unref()
        makeRoom()
      }),
    async close() {
      for (const { endOfWait } of entries.values()) clearTimeout(endOfWait)
      entries.clear()
      await lent.giveBack()
    },
  }
}

/** A folder that is lent when it is first needed. */
function createLentFolder(dataDir: string): { open(): Promise<string>; giveBack(): Promise<void> } {
  let lent: ReturnType<typeof lendWorkFolder> | undefined
  const lend = () =>
    lendWorkFolder(dataDir, 'shelf').catch((error) => {
      // What stood in the way may pass: the next file asks again.
      lent = undefined
      throw error
    })
  return {
    async open() {
      lent ??= lend()
      return (await lent).path
    },
    async giveBack() {
      const folder = await lent?.catch(() => undefined)
      await folder?.giveBack()
    },
  }
}

/** Counts whom each file is used by; what nobody uses any more is left. */
function createVisit(
  entries: Map<string, Entry>,
  find: (wanted: Wanted) => Entry,
  onLeft: (left: [string, Entry][]) => void,
): ShelfVisit {
  const used = new Map<string, Entry>()
  const take = async (wanted: Wanted): Promise<string> => {
    const isOwn = !entries.has(wanted.name)
    const entry = find(wanted)
    clearTimeout(entry.endOfWait)
    // The one that was used last comes last.
    entries.delete(wanted.name)
    entries.set(wanted.name, entry)
    if (used.get(wanted.name) !== entry) entry.users++
    used.set(wanted.name, entry)
    // Whoever asked first may have gone away before the file was here.
    return isOwn ? entry.file : entry.file.catch(() => take(wanted))
  }
  return {
    take,
    leave() {
      for (const entry of used.values()) entry.users--
      onLeft([...used].filter(([, { users }]) => users === 0))
    },
  }
}
