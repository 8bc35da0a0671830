import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

/** The folders of the engine that have kernels, and how each is compiled. */
const CONFIGS = { compose: 'asconfig.json', audio: 'asconfig.audio.json' }
const PACKAGE = fileURLToPath(new URL('../../packages/render/', import.meta.url))
const NOTE = '// Written by `npm run build:kernels` from the AssemblyScript beside it. Do not edit.\n'

/** A folder with kernels. */
export type KernelFolder = keyof typeof CONFIGS

/** Compiles a folder's AssemblyScript; gives the contents of its generated files by path. */
export async function buildKernels(folder: KernelFolder): Promise<Map<string, Buffer>> {
  const place = join(PACKAGE, 'src', folder, 'kernels')
  const compiled = await compile(folder, '.wasm', [])
  // With bindings the module would gain a runtime that nothing uses, so the declarations are made by themselves.
  const declared = await compile(folder, '.d.ts', ['--bindings', 'raw', '--optimizeLevel', '0'])
  const built = new Map([
    [join(place, 'kernels.wasm'), compiled],
    [join(place, 'kernel-functions.ts'), Buffer.from(describeFunctions(declared.toString()))],
  ])
  if (folder === 'compose') {
    const source = await readFile(join(place, 'target.as.ts'), 'utf8')
    built.set(join(place, 'kernel-layout.ts'), Buffer.from(describeLayout(source)))
  }
  return built
}

/** The generated files of a folder that differ from what is committed. */
export async function listStaleFiles(folder: KernelFolder): Promise<string[]> {
  const stale: string[] = []
  for (const [path, contents] of await buildKernels(folder)) {
    if (!contents.equals(await readFile(path))) stale.push(path)
  }
  return stale
}

async function compile(folder: KernelFolder, ending: string, options: string[]): Promise<Buffer> {
  let found = Buffer.alloc(0)
  const all = ['--config', CONFIGS[folder], '--baseDir', PACKAGE, ...options]
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
  for (const folder of Object.keys(CONFIGS) as KernelFolder[]) {
    for (const [path, contents] of await buildKernels(folder)) await writeFile(path, contents)
  }
}
