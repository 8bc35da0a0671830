/** Somebody else's work that lies compiled inside an npm package, where no list of packages shows it. */
export type EmbeddedPart = {
  name: string
  /** As the binary tells it; unset where it tells none. */
  version?: string
  /** An SPDX expression. */
  licence: string
  source: string
  /** The only kind of machine whose binary has it. */
  only?: 'x64' | 'arm64'
}

/** A package that holds more than it says. */
export type EmbeddingPackage = {
  /** What the package's name starts with; the rest is the platform. */
  start: string
  /** The licence of everything in it together; unset where its package.json tells the whole. */
  licence?: string
  /** What somebody who reads a list of licences has to know. */
  note?: string
  parts: readonly EmbeddedPart[]
}
