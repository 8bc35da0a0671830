/** The sentence of whatever was thrown. */
export function readErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The system's or PostgreSQL's own code of whatever was thrown (`ENOENT`, `57P03`). */
export function readErrorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
