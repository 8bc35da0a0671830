import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { listAdvisories } from './list-advisories.ts'

// npm run audit [-- --strict]: asks the registry which installed packages have known flaws. Ends with 1 if one that is installed with
// Songreel has a high or critical one; flaws of our tools are only shown. Not every registry can be asked: --strict makes that an error, too.

const { values } = parseArgs({ options: { strict: { type: 'boolean', default: false } } })
const { advisories, unanswered } = await listAdvisories(fileURLToPath(new URL('../..', import.meta.url)))

for (const { name, severity, title, url, isInstalled } of advisories)
  console.log(`${severity.padEnd(8)}  ${name}: ${title} ${url}${isInstalled ? '' : ' (only in our tools)'}`)
if (unanswered) console.log(`Not audited, the registry doesn't answer: ${unanswered}`)
else if (advisories.length === 0) console.log('No known flaws.')

const isBad = advisories.some(
  ({ severity, isInstalled }) => isInstalled && /^(high|critical)$/.test(severity),
)
process.exitCode = isBad || (unanswered && values.strict) ? 1 : 0
