import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FOLDER = new URL('./', import.meta.url)

const [name = '', ...args] = process.argv.slice(2)
const file = new URL(`./${name}.ts`, FOLDER)

if (!/^[a-z-]+$/.test(name) || name === 'main' || !existsSync(file)) {
  console.error(`Usage: npm run bench <name> [-- --json]\nNames: ${listBenchmarks().join(', ')}`)
  process.exit(64)
}
const benchmark: { run(args: string[]): Promise<void> } = await import(file.href)
await benchmark.run(args)

function listBenchmarks(): string[] {
  return readdirSync(fileURLToPath(FOLDER))
    .filter((each) => each.endsWith('.ts') && each !== 'main.ts')
    .map((each) => each.replace(/\.ts$/, ''))
}
