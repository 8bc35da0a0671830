import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { writeNotices } from './write-notices.ts'

// npm run notices: writes THIRD_PARTY_NOTICES out of what is installed.

const ROOT = resolve(import.meta.dirname, '../..')
writeFileSync(join(ROOT, 'THIRD_PARTY_NOTICES'), writeNotices(ROOT))
