import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../pack/pack-packages.ts'
import type { Engine } from './engine.ts'

const run = promisify(execFile)
const STAND_INS = join(ROOT, 'tools/container/stand-ins')

/** What is made here; kept for the next run, but for Songreel itself. */
export const IMAGES = {
  base: 'localhost/songreel-test/base',
  node: 'localhost/songreel-test/node',
  build: 'localhost/songreel-test/build',
  songreel: 'localhost/songreel-test/songreel',
  postgres: 'localhost/songreel-test/postgres',
  s3: 'localhost/songreel-test/s3',
} as const

/** Debian's smallest system, from its packages: in place of debian:bookworm-slim, which can't be pulled everywhere. */
export async function makeBase({ podman }: Engine, folder: string): Promise<void> {
  if (await hasImage(podman, IMAGES.base)) return
  const file = join(folder, 'base.tar')
  const leftOut = ['doc', 'man', 'info', 'locale'].map(
    (name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`,
  )
  await run('mmdebstrap', ['--variant=minbase', '--mode=root', ...leftOut, 'bookworm', file])
  await podman('import', file, IMAGES.base)
  await rm(file)
}

/** The same with the clone's own Node and npm from the registry: in place of node:24-bookworm-slim. */
export async function makeNode({ podman }: Engine, folder: string): Promise<void> {
  if (await hasImage(podman, IMAGES.node)) return
  const context = join(folder, 'node')
  await mkdir(join(context, 'local/bin'), { recursive: true })
  await cp(process.execPath, join(context, 'local/bin/node'))
  await run('npm', ['install', '--global', '--prefix', join(context, 'local'), '--ignore-scripts', 'npm@11'])
  await writeFile(join(context, 'Dockerfile'), `FROM ${IMAGES.base}\nCOPY local /usr/local\n`)
  await podman('build', '-t', IMAGES.node, context)
  await rm(context, { recursive: true })
}

/** The Dockerfile as it stands, on these two. */
export async function buildSongreel({ podman }: Engine, folder: string): Promise<void> {
  const words = [
    ...['--format', 'docker', '--network', 'host', '-f', join(ROOT, 'ops/container/Dockerfile')],
    ...['--build-arg', `BUILD_IMAGE=${IMAGES.node}`, '--build-arg', `BASE_IMAGE=${IMAGES.base}`],
    ...(await reachRegistry(folder)),
  ]
  await podman('build', ...words, '--target', 'build', '-t', IMAGES.build, ROOT)
  await podman('build', ...words, '-t', IMAGES.songreel, ROOT)
}

/** npm's own settings, for whoever has a registry of their own, and the certificates that this machine trusts. */
async function reachRegistry(folder: string): Promise<string[]> {
  const { stdout } = await run('npm', ['config', 'get', 'userconfig'])
  const own = stdout.trim()
  const lines = existsSync(own) ? await readFile(own, 'utf8') : ''
  const trusted = process.env.NODE_EXTRA_CA_CERTS
  const file = join(folder, 'npmrc')
  await writeFile(file, `${lines}\n${trusted ? `cafile=${trusted}\n` : ''}`, { mode: 0o600 })
  return ['--secret', `id=npmrc,src=${file}`, ...(trusted ? ['-v', `${trusted}:${trusted}:ro`] : [])]
}

/** A database and a store of files, in place of the images that compose.yaml names. */
export async function makeStandIns({ podman }: Engine): Promise<void> {
  const build = (name: string, ...words: string[]) =>
    podman('build', '--network', 'host', '-f', join(STAND_INS, `${name}.Dockerfile`), ...words, STAND_INS)
  await build('postgres', '--build-arg', `BASE_IMAGE=${IMAGES.base}`, '-t', IMAGES.postgres)
  await build('s3', '--build-arg', `BUILD_STAGE=${IMAGES.build}`, '-t', IMAGES.s3)
}

async function hasImage(podman: Engine['podman'], name: string): Promise<boolean> {
  return podman('image', 'exists', name).then(
    () => true,
    () => false,
  )
}
