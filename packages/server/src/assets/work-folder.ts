import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'

/** Lends a folder for one piece of work and removes it with everything in it. */
export async function withWorkFolder<Result>(
  dataDir: string,
  name: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = path.join(dataDir, 'work', `${owner(process.pid)}.${name}.${randomBytes(4).toString('hex')}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes the folders that processes of this machine left behind when they were killed. */
export async function sweepWorkFolders(dataDir: string): Promise<void> {
  const root = path.join(dataDir, 'work')
  const names = await readdir(root).catch(() => [] as string[])
  for (const name of names) {
    const [host, pid] = name.split('.')
    if (host !== hostPart() || isAlive(Number(pid))) continue
    await rm(path.join(root, name), { recursive: true, force: true })
  }
}

function owner(pid: number): string {
  return `${hostPart()}.${pid}`
}

function hostPart(): string {
  return hostname().replace(/[^a-zA-Z0-9-]/g, '-')
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
