import type { ToolPaths } from './find-tools.ts'
import { tryRun } from './try-run.ts'
import { FIRST_CHILD_ID } from './user-ids.ts'

const known = new Map<string, Promise<boolean>>()

/** Whether a child with a user id of its own can read this file of code; each is tried once. */
export function canReach({ setpriv, test }: ToolPaths, file: string): Promise<boolean> {
  const words = [
    `--reuid=${FIRST_CHILD_ID}`,
    `--regid=${FIRST_CHILD_ID}`,
    '--clear-groups',
    test ?? '',
    '-r',
    file,
  ]
  const found = known.get(file) ?? tryRun(setpriv, words)
  known.set(file, found)
  return found
}
