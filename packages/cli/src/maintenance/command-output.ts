import type { Progress } from '@songreel/server/backup'
import { createReporter, type Reporter } from '../reporter.ts'
import type { GlobalFlags } from '../run-command.ts'

const DOING: Record<Progress['stage'], string> = {
  DATABASE: 'Database: table',
  FILES: 'Files:',
  CHECKING: 'Checking:',
  TIDYING: 'Tidying up',
}
/** A terminal is not drawn more often than it can be read. */
const DRAW_EVERY_MS = 100

/** What a command of the operator writes: lines for people on stderr, the result on stdout, with --json one object and nothing else. */
export type CommandOutput = {
  reporter: Reporter
  onProgress(progress: Progress): void
  /** Ends the output: with --json the facts, otherwise the line. */
  end(facts: object, line: string): void
}

/** The output of one command. */
export function createCommandOutput({ json = false, quiet = false }: GlobalFlags): CommandOutput {
  const reporter = createReporter({ quiet: quiet || json })
  let drawnMs = Number.NEGATIVE_INFINITY
  return {
    reporter,
    onProgress({ stage, done, total }) {
      const now = performance.now()
      if (now - drawnMs < DRAW_EVERY_MS && done !== total) return
      drawnMs = now
      reporter.wait(stage === 'TIDYING' ? DOING[stage] : `${DOING[stage]} ${done} of ${total}`)
    },
    end(facts, line) {
      reporter.close()
      if (json) process.stdout.write(`${JSON.stringify(facts)}\n`)
      else process.stdout.write(`${line}\n`)
    },
  }
}
