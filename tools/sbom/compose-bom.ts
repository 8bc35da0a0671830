import { createHash } from 'node:crypto'
import type { EmbeddedPart } from '../../packages/cli/src/licences/embedded-part.ts'
import { findEmbedded, listParts } from '../../packages/cli/src/licences/embedding-packages.ts'
import { describeLicence, type Licence } from './describe-licence.ts'
import { type InstalledPackage, toKey } from './read-lock.ts'

/** A component of CycloneDX 1.6, as far as we use it. */
export type Component = {
  type: 'application' | 'library'
  'bom-ref': string
  name: string
  version?: string
  hashes?: { alg: string; content: string }[]
  licenses?: Licence[]
  cpe?: string
  purl?: string
  externalReferences?: { type: string; url: string }[]
  components?: Component[]
  properties?: { name: string; value: string }[]
}

/** A bill of materials. */
export type Bom = {
  $schema: string
  bomFormat: 'CycloneDX'
  specVersion: '1.6'
  serialNumber: string
  version: 1
  metadata: object
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

/** What is known beside the lock file. */
export type Sources = {
  /** What `@napi-rs/canvas` says is inside its binary. */
  canvas: Component[]
  /** Unset: the same sources give the same bytes. */
  madeAt?: Date | undefined
}

/** The names under which databases of flaws know these; a purl of a C library is found by few. */
const CPE_NAMES: Record<string, string> = {
  FFmpeg: 'ffmpeg:ffmpeg',
  ICU: 'icu-project:international_components_for_unicode',
  libvpx: 'webmproject:libvpx',
  libxml2: 'xmlsoft:libxml2',
  libxslt: 'xmlsoft:libxslt',
  OpenSSL: 'openssl:openssl',
  PostgreSQL: 'postgresql:postgresql',
  zlib: 'zlib:zlib',
}

/** Composes the bill of materials of an install. The serial number follows from the content. */
export function composeBom(packages: InstalledPackage[], { canvas, madeAt }: Sources): Bom {
  const byKey = new Map(packages.map((each) => [toKey(each), each]))
  const main = packages.find(({ name }) => name === 'songreel')!
  const bundled = new Set(packages.flatMap(({ bundles }) => listClosure(byKey, bundles)))
  const needed = new Set(listClosure(byKey, [toKey(main)]))
  const components = packages
    .filter((each) => each !== main && (needed.has(toKey(each)) || !bundled.has(toKey(each))))
    .map((each) => ({ ...describePackage(each), ...nest(listInside(each, { byKey, canvas })) }))
  const dependencies = packages
    .filter((each) => needed.has(toKey(each)))
    .map((each) => ({ ref: toPurl(each), dependsOn: each.dependsOn.map((key) => toPurl(byKey.get(key)!)) }))
  const content = {
    metadata: {
      ...(madeAt && { timestamp: madeAt.toISOString() }),
      lifecycles: [{ phase: 'build' }],
      component: { ...describePackage(main), type: 'application' },
    },
    components,
    dependencies,
  }
  const head = { $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json', bomFormat: 'CycloneDX' } as const
  return { ...head, specVersion: '1.6', serialNumber: deriveSerial(content), version: 1, ...content }
}

function listClosure(byKey: Map<string, InstalledPackage>, keys: string[]): string[] {
  const seen = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    byKey.get(key)?.dependsOn.forEach(visit)
  }
  keys.forEach(visit)
  return [...seen]
}

function describePackage(each: InstalledPackage): Component {
  const purl = toPurl(each)
  const { licence = each.licence, note } = findEmbedded(each.name) ?? {}
  return {
    type: 'library',
    'bom-ref': purl,
    name: each.name,
    version: each.version,
    ...(each.integrity && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(each.integrity.slice(7), 'base64').toString('hex') }],
    }),
    licenses: [describeLicence(licence)],
    purl,
    ...(note && { properties: [{ name: 'songreel:note', value: note }] }),
  }
}

/** What lies inside a package: compiled libraries, or what a bundler put there. */
function listInside(
  each: InstalledPackage,
  { byKey, canvas }: { byKey: Map<string, InstalledPackage>; canvas: Component[] },
): Component[] {
  const ref = toPurl(each)
  const embedding = findEmbedded(each.name)
  const parts = embedding ? listParts(embedding, each.name).map((part) => describePart(part, ref)) : []
  const bundled = listClosure(byKey, each.bundles).map((key) => describePackage(byKey.get(key)!))
  const own = /^@napi-rs\/canvas-linux-/.test(each.name) ? canvas : []
  return [
    ...parts,
    ...[...bundled, ...own].map((inner) => ({ ...inner, 'bom-ref': `${ref}#${inner['bom-ref']}` })),
  ]
}

function nest(components: Component[]): { components?: Component[] } {
  const sorted = components.sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1))
  return sorted.length > 0 ? { components: sorted } : {}
}

function describePart({ name, version, licence, source }: EmbeddedPart, ref: string): Component {
  const slug = name.toLowerCase().replaceAll(/[^a-z0-9.+]+/g, '-')
  const cpe = CPE_NAMES[name]
  return {
    type: 'library',
    'bom-ref': `${ref}#${slug}`,
    name,
    ...(version && { version }),
    licenses: [describeLicence(licence)],
    ...(cpe && version && { cpe: `cpe:2.3:a:${cpe}:${version}:*:*:*:*:*:*:*` }),
    purl: `pkg:generic/${encodeURIComponent(slug)}${version ? `@${encodeURIComponent(version)}` : ''}`,
    externalReferences: [{ type: 'website', url: source }],
  }
}

function toPurl({ name, version }: InstalledPackage): string {
  return `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`
}

/** A UUID (version 8, RFC 9562) out of the content's hash. */
function deriveSerial(content: object): string {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const variant = ((Number.parseInt(hash.slice(16, 17), 16) & 3) | 8).toString(16)
  const groups = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ]
  return `urn:uuid:${groups.join('-')}`
}
