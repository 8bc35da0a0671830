import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What is laid out for npm to pack. */
type Stage = {
  /** node-av as the clone has it. */
  source: string
  target: string
  /** Ours: all packages of a release have the same. */
  version: string
}

type PackageFile = {
  version: string
  license: string
  optionalDependencies: Record<string, string>
}

/** The name under which node-av's library is published. */
export const NODE_AV = '@songreel/node-av'

/** The folders that our imports reach, found by following them from `node-av/lib` and `node-av/constants`. */
const FOLDERS = ['lib', 'constants', 'utils']

/**
 * Lays out node-av's library alone (docs/decisions/0022-node-av.md). The whole package would bring 67 others that we never load, one
 * of them with a known flaw, and a script that downloads a program; overrides, which leave them out in a clone, don't reach
 * those who install our packages.
 */
export async function stageNodeAv({ source, target, version }: Stage): Promise<void> {
  const facts: PackageFile = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'))
  const dist = join(target, 'dist')
  await mkdir(dist, { recursive: true })
  for (const name of FOLDERS)
    await cp(join(source, 'dist', name), join(dist, name), {
      recursive: true,
      filter: (path) => !path.endsWith('.map'),
    })
  const all = "export * from './constants/index.js'\nexport * from './lib/index.js'\n"
  for (const name of ['index.js', 'index.d.ts']) await writeFile(join(dist, name), all)
  await writeFile(join(target, 'README.md'), writeReadme(facts.version))
  await cp(join(source, 'LICENSE.md'), join(target, 'LICENSE'))
  await writeFile(join(target, 'package.json'), `${JSON.stringify(describe(facts, version), null, 2)}\n`)
}

function describe(facts: PackageFile, version: string): object {
  const binaries = Object.keys(facts.optionalDependencies).filter((name) =>
    /^@seydx\/.*-(linux|darwin)-/.test(name),
  )
  return {
    name: NODE_AV,
    version,
    description: `The library of node-av ${facts.version}, FFmpeg for Node.js, without its other parts`,
    keywords: ['ffmpeg', 'node-av', 'songreel'],
    author: 'seydx (https://github.com/seydx/node-av)',
    license: facts.license,
    type: 'module',
    engines: { node: '>=22.18' },
    exports: Object.fromEntries(['', 'lib/', 'constants/'].map(toDoor)),
    files: ['dist'],
    // Exactly the version that the library was written for.
    optionalDependencies: Object.fromEntries(binaries.map((name) => [name, facts.version])),
  }
}

function toDoor(folder: string): [string, object] {
  const module = `./dist/${folder}index`
  return [`./${folder}`.replace(/\/$/, ''), { types: `${module}.d.ts`, default: `${module}.js` }]
}

/** Whatever named node-av in a published module or its package.json names this package. */
export function nameNodeAv(text: string): string {
  return text.replace(/(["'])node-av(?=[/"'])/g, `$1${NODE_AV}`)
}

function writeReadme(version: string): string {
  return `# ${NODE_AV}

The modules \`lib\` and \`constants\` of [node-av](https://github.com/seydx/node-av) ${version} by seydx, unchanged and under its licence.
Left out: its high-level API, WebRTC, the packages that those need, and the install script that downloads the ffmpeg program.
Made for Songreel; if you need FFmpeg in a program of your own, use node-av.

The FFmpeg inside the packages \`@seydx/node-av-linux-*\` is under the GPL, version 3.
`
}
