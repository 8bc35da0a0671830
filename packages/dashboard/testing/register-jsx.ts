// Lets Node load the pages' modules for component tests: JSX is compiled as Vite does it, styles are empty.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const JSX = { jsx: { runtime: 'automatic', importSource: 'preact' }, sourcemap: true } as const

// Loaded when the first component is: most test files have none.
let compiler: typeof import('rolldown/utils') | undefined

registerHooks({
  load(url, context, nextLoad) {
    const { pathname, search } = new URL(url)
    if (pathname.endsWith('.css')) return toModule('export {}')
    if (search === '?raw') return toModule(`export default ${JSON.stringify(read(pathname))}`)
    return pathname.endsWith('.tsx') ? toModule(compile(pathname)) : nextLoad(url, context)
  },
})

function toModule(source: string) {
  return { format: 'module' as const, source, shortCircuit: true }
}

function compile(pathname: string): string {
  compiler ??= process.getBuiltinModule('node:module').createRequire(import.meta.url)('rolldown/utils')
  const { code, map, errors = [] } = compiler!.transformSync(pathname, read(pathname), JSX)
  if (errors.length > 0) throw new SyntaxError(errors.map((error) => String(error)).join('\n'))
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`
}

function read(pathname: string): string {
  return readFileSync(fileURLToPath(`file://${pathname}`), 'utf8')
}
