import { fileURLToPath } from 'node:url'
import type { Step } from './next-version.ts'
import { setVersion } from './set-version.ts'

// npm run version -- major | minor | patch: gives all packages their next version and closes the "Unreleased" part of CHANGELOG.md.

const STEPS: readonly string[] = ['major', 'minor', 'patch'] satisfies Step[]

const [step = ''] = process.argv.slice(2)
if (!STEPS.includes(step)) {
  console.error(`Usage: npm run version -- ${STEPS.join(' | ')}`)
  process.exit(64)
}
try {
  console.log(await setVersion(fileURLToPath(new URL('../..', import.meta.url)), step as Step))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
