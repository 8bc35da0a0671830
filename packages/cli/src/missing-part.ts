/** What the loaders of the native parts say when the part for this platform was not installed. */
const PARTS: [pattern: RegExp, name: string][] = [
  [/(Cannot find|Failed to load) native binding/, 'drawing'],
  [/Could not load the node-av native binding/, 'encoding'],
  [/Could not load the "sharp" module/, 'picture'],
]

/** The sentence about a native part that is not there; undefined for any other error. */
export function describeMissingPart(error: unknown): string | undefined {
  const said = formatAll(error)
  const part = PARTS.find(([pattern]) => pattern.test(said))
  if (!part) return undefined
  return `The ${part[1]} library for ${namePlatform()} is not installed. Run: ${nameRemedy()}   Details: songreel doctor`
}

/** Platform as the registry names it: linux-arm64, linux-arm64-musl, darwin-arm64. */
export function namePlatform(): string {
  const name = `${process.platform}-${process.arch}`
  return process.platform === 'linux' && !hasGlibc() ? `${name}-musl` : name
}

/** How this copy of songreel is installed completely: a clone has its own way. */
export function nameRemedy(): string {
  const isInstalled = import.meta.dirname.includes('node_modules')
  return isInstalled
    ? 'npm install <what you installed songreel from> --include=optional'
    : 'npm ci --include=optional'
}

function hasGlibc(): boolean {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime !== undefined
}

/** Errors that crossed a process border keep the original only in the text of their cause. */
function formatAll(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return `${error.message}\n${error.stack ?? ''}\n${formatAll(error.cause)}`
}
