import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const PACKAGES = ['remotion', '@remotion/renderer', '@remotion/bundler', '@remotion/media-utils']

/** Where Remotion's script is, and which Remotion it uses. */
export type InstalledRemotion = { version: string; script: string }

/** Installs the newest Remotion whose parts are all published for this kind of machine, with the scene, into a folder. */
export function installRemotion(folder: string): InstalledRemotion {
  const version = findNewestVersion([...PACKAGES, `@remotion/compositor-linux-${process.arch}-gnu`])
  const home = path.join(folder, 'remotion')
  cpSync(new URL('./remotion/', import.meta.url), home, { recursive: true })
  mkdirSync(path.join(home, 'public'))
  for (const file of ['song.mp3', 'cover.png', 'blurred.png'])
    cpSync(path.join(folder, file), path.join(home, 'public', file))
  const dependencies = Object.fromEntries(PACKAGES.map((name) => [name, version]))
  const description = {
    private: true,
    dependencies: { ...dependencies, react: '^19.0.0', 'react-dom': '^19.0.0' },
  }
  writeFileSync(path.join(home, 'package.json'), JSON.stringify(description))
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: home,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return { version, script: path.join(home, 'render.mjs') }
}

function findNewestVersion(names: string[]): string {
  const [first = [], ...others] = names.map(listVersions)
  const newest = first.findLast((version) => others.every((versions) => versions.includes(version)))
  if (!newest) throw new Error(`No version of ${names.join(', ')} is published for all of them.`)
  return newest
}

/** Releases only, oldest first. */
function listVersions(name: string): string[] {
  const versions: unknown = JSON.parse(
    execFileSync('npm', ['view', name, 'versions', '--json'], { encoding: 'utf8', maxBuffer: 1e8 }),
  )
  if (!Array.isArray(versions)) throw new Error(`npm knows no versions of ${name}.`)
  const patchOf = (version: string) => version.split('.').map(Number)
  return versions
    .filter((version): version is string => /^\d+\.\d+\.\d+$/.test(String(version)))
    .toSorted((a, b) => comparePatches(patchOf(a), patchOf(b)))
}

function comparePatches(a: number[], b: number[]): number {
  const at = a.findIndex((part, index) => part !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}
