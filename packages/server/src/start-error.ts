/** What can keep the program from starting. */
export type StartErrorCode =
  | 'ARGUMENTS_INVALID'
  | 'SETTINGS_INVALID'
  | 'SETTING_UNUSABLE'
  | 'PORT_TAKEN'
  | 'STORAGE_UNREACHABLE'
  | 'DATA_FOLDER_IN_USE'
  | 'DATA_FOLDER_UNUSABLE'
  | 'DATABASE_UNREACHABLE'
  | 'DATABASE_UNSUITABLE'
  | 'DATABASE_NEWER'
  | 'MIGRATION_EDITED'
  | 'MIGRATION_FAILED'
  | 'POSTGRES_MISSING'
  | 'POSTGRES_FAILED'

/** Something outside of the program keeps it from starting; the message tells the operator what to do. */
export class StartError extends Error {
  readonly code: StartErrorCode

  constructor(code: StartErrorCode, { message, cause }: ErrorOptions & { message: string }) {
    super(message, { cause })
    this.name = 'StartError'
    this.code = code
  }
}
