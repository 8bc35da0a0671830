import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** A logo that needs nothing from outside. */
export const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="32" viewBox="0 0 96 32"><path fill="#f5f1e8" d="M0 32 16 0l16 32zM40 0h56v12H40zM40 20h40v12H40z"/></svg>'

/** A font that anybody may embed. */
export function readTestFont(): Buffer<ArrayBuffer> {
  const file = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
  return Buffer.from(readFileSync(createRequire(import.meta.url).resolve(file)))
}
