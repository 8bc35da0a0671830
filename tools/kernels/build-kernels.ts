import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The packages that have kernels, each with an asconfig.json, and where those lie. */
const FOLDERS = { kit: 'src/compose/kernels', audio: 'src/kernels' }
const PACKAGES = fileURLToPath(new URL('../../packages/', import.meta.url))
/** What was hashed when kernels were last built. */
const STAMPS = fileURLToPath(new URL('./built.json', import.meta.url))
const NOTE = '// Written by `npm run build:kernels` from the AssemblyScript beside it. Do not edit.\n'

/** A package with kernels. */
export type KernelHome = keyof typeof FOLDERS

/** All of them. */
export const KERNEL_HOMES = Object.keys(FOLDERS) as KernelHome[]

/** Compiles a package's AssemblyScript; gives the contents of its generated files by path. */
export async function buildKernels(home: KernelHome): Promise<Map<string, Buffer>> {
  const place = join(PACKAGES, home, FOLDERS[home])
  const compiled = await compile(home, '.wasm', [])
  // With bindings the module would gain a runtime that nothing uses, so the declarations are made by themselves.
  const declared = await compile(home, '.d.ts', ['--bindings', 'raw', '--optimizeLevel', '0'])
  const built = new Map([
    [join(place, 'kernels.wasm'), compiled],
    [join(place, 'kernel-functions.ts'), Buffer.from(describeFunctions(declared.toString()))],
  ])
  if (home === 'kit') {
    const source = await readFile(join(place, 'target.as.ts'), 'utf8')
    built.set(join(place, 'kernel-layout.ts'), Buffer.from(describeLayout(source)))
  }
  return built
}

/** Whether anything that kernels are made of, or they themselves, has changed since they were built; costs no compiler. */
export async function haveKernelsChanged(home: KernelHome): Promise<boolean> {
  const built = JSON.parse(await readFile(STAMPS, 'utf8'))
  return built[home] !== (await hashKernels(home))
}

/** Of the sources, their settings, the compiler's version and what it made. */
async function hashKernels(home: KernelHome): Promise<string> {
  const place = join(PACKAGES, home, FOLDERS[home])
  const names = (await readdir(place)).filter((name) => /\.as\.ts$|\.wasm$|^kernel-\w+\.ts$/.test(name))
  const files = [join(PACKAGES, home, 'asconfig.json'), ...names.sort().map((name) => join(place, name))]
  const hash = createHash('sha256').update(readCompilerVersion())
  for (const file of files) hash.update(`${basename(file)}\n`).update(await readFile(file))
  return hash.digest('hex')
}

/** Loading the compiler itself takes a second. */
function readCompilerVersion(): string {
  return createRequire(import.meta.url)('assemblyscript/package.json').version
}

/** The generated files of a package that differ from what is committed. */
export async function listStaleFiles(home: KernelHome): Promise<string[]> {
  const stale: string[] = []
  for (const [path, contents] of await buildKernels(home)) {
    if (!contents.equals(await readFile(path))) stale.push(path)
  }
  return stale
}

async function compile(home: KernelHome, ending: string, options: string[]): Promise<Buffer> {
  const { default: asc } = await import('assemblyscript/asc')
  let found = Buffer.alloc(0)
  const all = ['--config', 'asconfig.json', '--baseDir', join(PACKAGES, home), ...options]
  const { error, stderr } = await asc.main(all, {
    writeFile: (path, contents) => {
      if (path.endsWith(ending)) found = Buffer.from(contents)
    },
  })
  if (error) throw new Error(stderr.toString(), { cause: error })
  return found
}

/** One type from the compiler's declarations; addresses are kept apart from other numbers. */
function describeFunctions(declarations: string): string {
  const members = declarations.split('/**').flatMap((part) => {
    const [, name, parameters = '', result] = /export function (\w+)\((.*)\): (\w+);/.exec(part) ?? []
    if (!name) return []
    const isNumber = (key: string) => new RegExp(`@param ${key} \`[if]\\d+\``).test(part)
    const keys = parameters.split(', ').map((each) => each.split(':')[0] ?? '')
    const typed = keys.filter(Boolean).map((key) => `${key}: ${isNumber(key) ? 'number' : 'Address'}`)
    return [`  ${name}(${typed.join(', ')}): ${result}\n`]
  })
  return `${NOTE}
/** A place in the kernels' memory. */
export type Address = number

/** The compiled kernels. */
export type KernelFunctions = {
${members.join('')}}
`
}

/** Where each field of the records lies, counted in words of four bytes. */
function describeLayout(source: string): string {
  const classes = source.matchAll(/@unmanaged export class (\w+) \{\n(.*?)\n\}/gs)
  const records = [...classes].map(([, name = '', body = '']) => {
    const fields = [...body.matchAll(/^ {2}(\w+): (\w+)$/gm)].map(([, field, type], index) => {
      if (!/^(usize|i32|f32)$/.test(type ?? ''))
        throw new Error(`${name}.${field}: ${type} is not four bytes.`)
      return `  ${field}: ${index},\n`
    })
    return `
/** The words of a ${name.toLowerCase()}'s record. */
export const ${name.toUpperCase()} = {
${fields.join('')}} as const
`
  })
  return NOTE + records.join('')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const stamps: Record<string, string> = {}
  for (const home of KERNEL_HOMES) {
    for (const [path, contents] of await buildKernels(home)) await writeFile(path, contents)
    stamps[home] = await hashKernels(home)
  }
  await writeFile(STAMPS, `${JSON.stringify(stamps, null, 2)}\n`)
}
