import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** These ask for nothing but a copyright notice. */
const PLAIN = /\b(MIT|ISC|0BSD|Apache-2\.0|BSD-\d-Clause)\b/

test('docs/licences.md names every installed package whose licence asks for more than a notice', () => {
  const page = read('docs/licences.md')
  const named = [...page.matchAll(/`(@?[\w/-]+?)\*?`/g)].map(([, name = '']) => name)
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { license?: string; dev?: boolean; link?: boolean }>
  }
  const unnamed = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
    .filter(([, { license = '' }]) => !PLAIN.test(license) || / AND /.test(license))
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
    .filter((name) => !named.some((each) => name.startsWith(each)))
  assert.deepEqual(unnamed, [])
})
