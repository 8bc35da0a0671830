/** What a check looks at besides the machine. */
export type CheckContext = { dataFolder: string; signal: AbortSignal }

/** What a check found; `fix` where this finding has its own remedy. */
export type CheckResult = {
  status: 'GOOD' | 'WARNING' | 'PROBLEM'
  text: string
  fix?: string
  /** For a layer of containment: whether it is there. One that is not is good where another does the same. */
  isOn?: boolean
}

/** One thing that must be right for songreel to work: a file each, listed in all-checks.ts. */
export type Check = {
  name: string
  run(context: CheckContext): Promise<CheckResult>
  /** What to do when it is not good and the finding does not say. */
  fix: string
}
