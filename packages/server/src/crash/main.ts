import { parseArgs } from 'node:util'
import { runCrashTest } from './crash-loop.ts'
import { chooseFaults } from './faults.ts'
import { formatReport } from './print-report.ts'

// npm run test:crash [-- --kills 200 --seed 1 | --planted]

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})

const seed = Number(values.seed)
process.stdout.write(`seed ${seed}\n`)
const report = await runCrashTest({
  seed,
  kills: Number(values.kills),
  faults: chooseFaults,
  onFault: (label) => void process.stdout.write(`  ${label}\n`),
})
process.stdout.write(formatReport(report))
process.exit(report.findings.length === 0 ? 0 : 1)
