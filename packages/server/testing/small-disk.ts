import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

type Cleanup = { after(fn: () => Promise<void>): void }

/** Why there can be no small disk here; false where there can. */
export function whyNoSmallDisk(): string | false {
  if (process.platform !== 'linux' || process.geteuid?.() !== 0)
    return 'only root on Linux can mount a small disk'
  const folder = mkdtempSync(path.join(tmpdir(), 'songreel-disk-'))
  try {
    mount(folder, 1)
    execFileSync('umount', [folder])
    return false
  } catch {
    return 'mounting is not allowed here'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A folder on a disk of its own that holds so many megabytes; gone after the test. */
export function mountSmallDisk(t: Cleanup, sizeMb: number): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'songreel-disk-'))
  mount(folder, sizeMb)
  t.after(async () => {
    // Lazily: a process that is just ending may still stand in it.
    execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** Leaves no room in a small disk's folder; the answer makes room again. */
export async function fillDisk(folder: string): Promise<() => Promise<void>> {
  const filler = path.join(folder, 'filler')
  const handle = await open(filler, 'w')
  try {
    for (;;) await handle.write(Buffer.alloc(4096))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    await handle.close()
  }
  return () => rm(filler)
}

function mount(folder: string, sizeMb: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', folder], { stdio: 'ignore' })
}
