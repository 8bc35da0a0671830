import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Debian's photographs: a dark sky with fine gradients, and a field full of detail. */
const PACKAGE = 'mate-backgrounds'
const FOLDER = 'usr/share/backgrounds/mate/nature'
const NAMES = ['Storm', 'Dune']

/** Ignored by git, as everything that is built. */
const CACHE = fileURLToPath(new URL('../../build/bench/photographs/', import.meta.url))

const run = promisify(execFile)

/** A cover from a file. */
export type Photograph = { name: string; file: string }

/** Fetches the photographs once and keeps them; where Debian's packages cannot be reached, there are none. */
export async function fetchPhotographs(): Promise<Photograph[]> {
  const photographs = NAMES.map((name) => ({
    name: name.toUpperCase(),
    file: path.join(CACHE, FOLDER, `${name}.jpg`),
  }))
  const isHere = () => photographs.every(({ file }) => existsSync(file))
  if (!isHere()) await fetchPackage().catch(() => undefined)
  return isHere() ? photographs : []
}

async function fetchPackage(): Promise<void> {
  mkdirSync(CACHE, { recursive: true })
  await run('apt-get', ['download', PACKAGE], { cwd: CACHE })
  const archive = readdirSync(CACHE).find((name) => name.startsWith(`${PACKAGE}_`) && name.endsWith('.deb'))
  if (archive) await run('dpkg', ['-x', archive, '.'], { cwd: CACHE })
}
