/** What can keep the database from opening; `main.ts` turns it into an exit code. */
export type DatabaseErrorCode =
  | 'DATA_FOLDER_IN_USE'
  | 'DATA_FOLDER_UNUSABLE'
  | 'DATABASE_UNREACHABLE'
  | 'DATABASE_UNSUITABLE'
  | 'DATABASE_NEWER'
  | 'MIGRATION_EDITED'
  | 'MIGRATION_FAILED'
  | 'POSTGRES_MISSING'
  | 'POSTGRES_FAILED'

/** The database cannot be opened; the message is a sentence for the operator that says what to do. */
export class DatabaseError extends Error {
  readonly code: DatabaseErrorCode

  constructor(code: DatabaseErrorCode, { message, cause }: { message: string; cause?: unknown }) {
    super(message, { cause })
    this.name = 'DatabaseError'
    this.code = code
  }
}

/** The sentence of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The system's or PostgreSQL's own code of whatever was thrown (`ENOENT`, `57P03`). */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
