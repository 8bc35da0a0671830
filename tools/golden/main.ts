import { writeFileSync } from 'node:fs'
import { MACHINE_KIND, takeGolden } from './take-golden.ts'

// Writes down what this kind of machine draws, encodes and hears: `npm run record-golden`.
const file = new URL(`./${MACHINE_KIND}.json`, import.meta.url)
writeFileSync(file, `${JSON.stringify(await takeGolden(), null, 2)}\n`)
