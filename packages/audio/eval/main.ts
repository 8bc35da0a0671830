import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FOLDER = new URL('./', import.meta.url)

const [name = '', ...args] = process.argv.slice(2)
const file = new URL(`./${name}.ts`, FOLDER)

if (!/^[a-z-]+$/.test(name) || name === 'main' || !existsSync(file)) {
  console.error(`Usage: npm run eval <name> [-- options]\nNames: ${listEvaluations().join(', ')}`)
  process.exit(64)
}
const evaluation: { run(args: string[]): Promise<void> } = await import(file.href)
await evaluation.run(args)

function listEvaluations(): string[] {
  return readdirSync(fileURLToPath(FOLDER))
    .filter((each) => each.endsWith('.ts') && each !== 'main.ts')
    .map((each) => each.replace(/\.ts$/, ''))
}
