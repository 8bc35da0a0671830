import { execFile } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT, type Tarball } from './pack-packages.ts'

const run = promisify(execFile)

/** As a user does it: npm, with everything else from the registry. */
export async function installFromRegistry(folder: string, tarballs: Tarball[]): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  await run('npm', ['install', ...quiet, ...tarballs.map(({ file }) => file)], { cwd: folder })
}

/**
 * The same without the network: the tarballs are unpacked, and the clone's copies of what they say they need are linked
 * beside them. Nothing else is there, so a dependency that is not declared is not found.
 */
export async function installWithoutNetwork(folder: string, tarballs: Tarball[]): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const modules = join(folder, 'node_modules')
  const wanted = new Set<string>()
  for (const { name, file } of tarballs) {
    const place = join(modules, name)
    await mkdir(place, { recursive: true })
    await run('tar', ['-xzf', file, '-C', place, '--strip-components=1'])
    const facts = JSON.parse(await readFile(join(place, 'package.json'), 'utf8'))
    for (const each of Object.keys({ ...facts.dependencies, ...facts.optionalDependencies })) wanted.add(each)
  }
  for (const { name } of tarballs) wanted.delete(name)
  for (const name of wanted) {
    await mkdir(dirname(join(modules, name)), { recursive: true })
    await symlink(join(ROOT, 'node_modules', name), join(modules, name))
  }
}
