/** A file as it was dropped or chosen. `path` begins with the folder that was dropped; browsers tell no more than that. */
export type PickedFile = { file: File; path: string }

/** What systems put into every folder. */
const LITTER = /^(\.|~\$|Thumbs\.db$|desktop\.ini$|__MACOSX$)/i
/** More than anybody drops on purpose: a whole disk, by mistake. */
const MOST_FILES = 2000

/** The files that were chosen, one by one or as a folder. */
export function listPicked(files: FileList | null): PickedFile[] {
  return [...(files ?? [])]
    .map((file) => ({ file, path: file.webkitRelativePath || file.name }))
    .filter(({ path }) => !path.split('/').some((part) => LITTER.test(part)))
    .slice(0, MOST_FILES)
}

/** The files that were dropped, and those in the folders among them. */
export async function listDropped({ items, files }: DataTransfer): Promise<PickedFile[]> {
  // All at once: after the first wait, the browser takes them back.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  if (!entries.some(({ isDirectory }) => isDirectory)) return listPicked(files)
  const found: PickedFile[] = []
  for (const entry of entries) await collect(entry, found)
  return found
}

async function collect(entry: FileSystemEntry, found: PickedFile[]): Promise<void> {
  if (LITTER.test(entry.name) || found.length >= MOST_FILES) return
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    )
    found.push({ file, path: entry.fullPath.replace(/^\//, '') })
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  // A folder is told in parts, the last of which is empty.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (part.length === 0) return
    for (const each of part) await collect(each, found)
  }
}

/**
 * Lets somebody choose one file; undefined if they think better of it. The input is part of the page while they choose: one
 * that nothing holds may be thrown away, and what was chosen with it.
 */
export async function pickFile(accept: string): Promise<File | undefined> {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = accept
  input.hidden = true
  document.body.append(input)
  const ended = new Promise((resolve) => {
    input.addEventListener('change', resolve)
    input.addEventListener('cancel', resolve)
  })
  input.click()
  await ended
  input.remove()
  return input.files?.[0]
}
