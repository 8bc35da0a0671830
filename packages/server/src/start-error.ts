/** What can keep the program from starting, or an operator's command from doing its work. */
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
  | 'BACKUP_UNUSABLE'
  | 'BACKUP_RUNNING'
  | 'TARGET_NOT_EMPTY'
  | 'NO_ROOM'

/** A file with this name in a data folder says that a backup is being restored there, or was not to its end. */
export const RESTORE_MARK = 'restore-unfinished'

/** Something outside of the program keeps it from starting or working; the message tells the operator what to do. */
export class StartError extends Error {
  readonly code: StartErrorCode

  constructor(code: StartErrorCode, { message, cause }: ErrorOptions & { message: string }) {
    super(message, { cause })
    this.name = 'StartError'
    this.code = code
  }
}
