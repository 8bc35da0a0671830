import { readFileSync } from 'node:fs'
import { findNotes } from './changelog.ts'

// npm run -s release-notes -- 0.1.0: what a version brings, for the page of its release.

const [version = ''] = process.argv.slice(2)
const notes = findNotes(readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8'), version)
if (notes) console.log(notes)
else {
  console.error(`CHANGELOG.md has nothing for version "${version}".`)
  process.exitCode = 1
}
