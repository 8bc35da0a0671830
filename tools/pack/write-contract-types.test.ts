import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { ROOT } from './pack-packages.ts'
import { writeContractTypes } from './write-contract-types.ts'

test("the types that are written into the SDK are the contract's own", async (t) => {
  const records = await readFile(join(ROOT, 'packages/sdk/src/records.ts'), 'utf8')
  const names = [...new Set([...records.matchAll(/\bcontract\.(\w+)/g)].map(([, name = '']) => name))]
  assert.ok(names.length > 40)
  await mkdir(join(ROOT, 'build'), { recursive: true })
  const folder = await mkdtemp(join(ROOT, 'build', 'types-'))
  t.after(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'written.ts'), writeContractTypes(names))
  // What a default fills in is optional when it is sent, and there when it has been read.
  const same = names.map((name) => `same<Loose<written.${name}>, Loose<contract.${name}>>(true)`)
  await writeFile(join(folder, 'compare.ts'), [COMPARISON, ...same].join('\n'))

  const options = [
    '--noEmit',
    '--ignoreConfig',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--skipLibCheck',
    '--types',
    '',
  ]
  const check = () =>
    promisify(execFile)(join(ROOT, 'node_modules/.bin/tsc'), [
      ...options,
      '--allowImportingTsExtensions',
      join(folder, 'compare.ts'),
    ])
  await check()
  await writeFile(
    join(folder, 'written.ts'),
    writeContractTypes(names).replace('"progress": number', '"progress": string'),
  )
  await assert.rejects(check(), { stdout: /compare\.ts.*'false'/ })
})

const COMPARISON = `import type * as contract from '@songreel/contract'
import type * as written from './written.ts'
type Loose<T> = T extends object ? { [Key in keyof T]?: Loose<T[Key]> } : T
declare function same<A, B>(is: [A] extends [B] ? ([B] extends [A] ? true : false) : false): void
`
