import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Component } from './compose-bom.ts'
import { describeLicence } from './describe-licence.ts'

type Listed = Component & { licenses?: ({ expression: string } | { license: { id: string } })[] }

/** What `@napi-rs/canvas` says is compiled into its binary. The lists for x64 and arm64 are the same but for the file's own name. */
export function readCanvas(root: string): Component[] {
  const folder = `node_modules/@napi-rs/canvas-linux-${process.arch}-gnu`
  const { components }: { components: Listed[] } = JSON.parse(
    readFileSync(join(root, folder, 'sbom.cdx.json'), 'utf8'),
  )
  return components.filter(({ type }) => type === 'library').map(describe)
}

function describe({ type, name, version, purl, hashes, licenses = [], ...rest }: Listed): Component {
  return {
    type,
    'bom-ref': rest['bom-ref'],
    name,
    ...(version && { version }),
    ...(hashes && { hashes }),
    ...(licenses.length > 0 && {
      licenses: licenses.map((each) => ('expression' in each ? describeLicence(each.expression) : each)),
    }),
    ...(purl && { purl }),
  }
}
