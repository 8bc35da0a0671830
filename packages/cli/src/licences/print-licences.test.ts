import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import type { PackageFacts } from './list-packages.ts'

const BIN = join(import.meta.dirname, '../../bin/songreel.cjs')
const print = (...words: string[]) =>
  execFileSync(BIN, ['licences', ...words], { encoding: 'utf8', env: { PATH: process.env.PATH } })

test('licences --json tells what the FFmpeg inside node-av is under, although its package.json says MIT', () => {
  const { notes, packages }: { notes: string[]; packages: PackageFacts[] } = JSON.parse(print('--json'))
  assert.ok(notes.some((note) => /FFmpeg.*GPL, version 3/.test(note)))
  const ffmpeg = packages.find(({ name }) => name === `@seydx/node-av-linux-${process.arch}`)
  assert.equal(ffmpeg?.licence, 'MIT AND GPL-3.0-or-later')
  assert.equal(ffmpeg?.statedLicence, 'MIT')
  assert.match(ffmpeg?.note ?? '', /fdk-aac/)
  const x264 = ffmpeg?.contains?.find(({ name }) => name === 'x264')
  assert.equal(x264?.licence, 'GPL-2.0-or-later')
  // Most packages are what they say.
  assert.deepEqual(
    packages.filter(({ name }) => name === 'zod').map(({ name, licence }) => ({ name, licence })),
    [{ name: 'zod', licence: 'MIT' }],
  )
})

test('licences prints the notes, the packages, and what is inside them', () => {
  const text = print()
  assert.match(text, /under the GPL, version 3/)
  assert.match(text, /@seydx\/node-av-linux-\w+ +[\d.]+ +MIT AND GPL-3\.0-or-later/)
  assert.match(text, /Inside @seydx\/node-av-linux-\w+:\n +FFmpeg +8\./)
})
