/** PostgreSQL keeps every named statement in each connection; texts beyond this many are sent as they are. */
const MAX_TEXTS = 500

/** Names for SQL texts: under a name PostgreSQL keeps a text parsed and planned. */
export type StatementNames = ReturnType<typeof createStatementNames>

/** Gives each often used SQL text a name of its own. */
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
    /** Gives every text a new name; needed when the tables have changed under a running service. */
    renew(): void {
      generation += 1
    },
  }
}
