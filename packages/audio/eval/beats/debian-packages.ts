import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const runFile = promisify(execFile)

/** Downloads Debian packages and unpacks them into one folder; nothing is installed. Returns the unpacked root. */
export async function unpackPackages(cacheFolder: string, names: string[]): Promise<string> {
  const root = path.join(cacheFolder, 'root')
  await mkdir(root, { recursive: true })
  for (const name of names) {
    const mark = path.join(cacheFolder, `${name}.unpacked`)
    if (existsSync(mark)) continue
    const debs = path.join(cacheFolder, 'debs', name)
    await mkdir(debs, { recursive: true })
    await run('apt-get', ['download', name], debs)
    await unpackAll(debs, root)
    await writeFile(mark, '')
  }
  return root
}

/** A program of a Debian package: the installed one, or one unpacked beside what it needs. */
export async function unpackProgram(cacheFolder: string, name: string, packageName = name): Promise<Program> {
  const installed = `/usr/bin/${name}`
  if (existsSync(installed)) return { file: installed, env: {} }
  const root = path.join(cacheFolder, 'programs', name)
  const unpacked = path.join(root, 'usr/bin', name)
  if (!existsSync(unpacked)) {
    const debs = path.join(cacheFolder, 'debs', `${name}-and-needs`)
    await mkdir(path.join(debs, 'partial'), { recursive: true })
    const options = ['--download-only', '--no-install-recommends', '-y', '-o', 'Debug::NoLocking=1']
    await run('apt-get', [...options, '-o', `Dir::Cache::archives=${debs}`, 'install', packageName], debs)
    await mkdir(root, { recursive: true })
    await unpackAll(debs, root)
  }
  const libraries = path.join(root, 'usr/lib')
  if (!existsSync(libraries)) return { file: unpacked, env: {} }
  return { file: unpacked, env: { LD_LIBRARY_PATH: (await listLibraryFolders(libraries)).join(':') } }
}

/** Some libraries keep parts of themselves in folders of their own, as PulseAudio's does. */
async function listLibraryFolders(root: string): Promise<string[]> {
  const files = await readdir(root, { recursive: true })
  return [
    ...new Set(
      files.filter((file) => /\.so(\.|$)/.test(file)).map((file) => path.dirname(path.join(root, file))),
    ),
  ]
}

/** What to start, and what its environment needs in addition. */
export type Program = { file: string; env: Record<string, string> }

async function unpackAll(debs: string, root: string): Promise<void> {
  const files = (await readdir(debs)).filter((file) => file.endsWith('.deb'))
  for (const file of files) await run('dpkg', ['-x', path.join(debs, file), root], debs)
}

async function run(command: string, args: string[], cwd: string): Promise<void> {
  try {
    await runFile(command, args, { cwd, maxBuffer: 1 << 26 })
  } catch (cause) {
    const said = (cause as { stderr?: string }).stderr?.trim() || String(cause)
    throw new Error(
      `\`${command} ${args.join(' ')}\` failed: ${said}\nThis evaluation needs Debian (apt-get, dpkg) with its package lists (\`apt-get update\`).`,
      { cause },
    )
  }
}
