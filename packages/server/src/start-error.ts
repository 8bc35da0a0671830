/** Something outside of the program keeps it from starting; the message is one line for the operator that says what to do. */
export class StartError extends Error {
  /** Whether it may be gone by itself at the next start, so that a supervisor should try again. */
  readonly isTransient: boolean

  constructor(
    message: string,
    { isTransient = false, cause }: { isTransient?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.name = 'StartError'
    this.isTransient = isTransient
  }
}
