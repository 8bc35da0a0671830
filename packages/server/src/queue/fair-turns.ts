/** Which organizations' jobs a worker skips, so that none takes all its slots. */
export type FairTurns = {
  /** Organizations to pass over: those that hold their full share, and (to try first) also those served lately. */
  passOver(): { lately: string[]; full: string[] }
  begin(orgId: string): void
  end(orgId: string): void
}

/** So much of what is free an organization may hold: the rest stays for those who come later. */
const SHARE_OF_FREE = 0.5

/**
 * Shares one worker's slots between organizations. Each may hold half as many as are free, and one always: an
 * organization whose receivers never respond fills a third of the slots, ten such organizations leave one in six. While
 * slots are scarce the next one goes to an organization that was not served lately, however long the others' queues are.
 */
export function createFairTurns(slots: number): FairTurns {
  const held = new Map<string, number>()
  const servedLately = new Set<string>()
  let taken = 0

  return {
    passOver() {
      const free = slots - taken
      const share = Math.max(1, Math.floor(free * SHARE_OF_FREE))
      const full = [...held].filter(([, count]) => count >= share).map(([orgId]) => orgId)
      if (free > slots / 2) servedLately.clear()
      const lately = [...new Set([...full, ...servedLately])]
      if (lately.length > full.length) return { lately, full }
      return { lately: full, full }
    },
    begin(orgId) {
      taken++
      held.set(orgId, (held.get(orgId) ?? 0) + 1)
      // No other organization was waiting, so a new round begins.
      if (servedLately.has(orgId)) servedLately.clear()
      servedLately.add(orgId)
    },
    end(orgId) {
      taken--
      const count = (held.get(orgId) ?? 1) - 1
      if (count > 0) held.set(orgId, count)
      else held.delete(orgId)
    },
  }
}
