import pg from 'pg'

/** PostgreSQL keeps every named statement in each connection; texts beyond this many are sent as they are. */
const MAX_TEXTS = 500

/** Gives each SQL text that is used again a name of its own: under a name PostgreSQL keeps a text parsed and planned. */
export function createStatementNames(maxTexts = MAX_TEXTS) {
  const numbers = new Map<string, number>()
  let generation = 1

  return {
    /** The name of a text, from its second use on: a text used once is not worth keeping. */
    find(text: string): string | undefined {
      const known = numbers.get(text)
      if (known !== undefined) return `s${generation}_${known}`
      if (numbers.size < maxTexts) numbers.set(text, numbers.size)
      return undefined
    },
    /**
     * Looks at a failed query. If a table has changed under the running service, its old statements fail for ever;
     * new names make PostgreSQL read the texts anew.
     */
    noteFailure(error: unknown): void {
      const isStale = error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery'
      if (isStale) generation += 1
    },
  }
}
