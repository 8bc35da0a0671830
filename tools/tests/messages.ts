/** What a process says to the run, line by line: which file it begins, that one more of its tests is over, and how it went. */
export type Message = { type: 'begin' | 'step'; file: string } | ({ type: 'end'; file: string } & FileReport)

/** How one test file went. */
export type FileReport = {
  tests: number
  passed: number
  skipped: number
  todo: number
  failures: TestFailure[]
  /** Of the process and its children, while the file ran. */
  cpuSecs: number
  wallSecs: number
}

/** A test that failed: the names of the tests around it and its own, where it stands, and why. */
export type TestFailure = { name: string; place: string; error: string }

/** Where a process writes its messages. */
export const REPORT_FD = 3

/** Where a process is told the next file, once it is done with the last; an end instead of a name: nothing is left. */
export const NAMES_FD = 4
/** As many bytes as the name of a file may have. */
export const NAME_BYTES = 4096
