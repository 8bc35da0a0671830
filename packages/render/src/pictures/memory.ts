/** Remembers what was read from files that stay as they are, for whoever draws with them again and again. */
export type Memory = {
  /** What is known under this name, or what reading brings. What failed is forgotten. */
  recall<Value>(name: string, read: () => Promise<Value>): Promise<Value>
}

/** A video reads each of its files once. */
export const NO_MEMORY: Memory = { recall: (_, read) => read() }

/** Remembers so many things; the one that was asked for longest ago is forgotten first. */
export function createMemory(most: number): Memory {
  const known = new Map<string, Promise<unknown>>()
  const recall: Memory['recall'] = <Value>(name: string, read: () => Promise<Value>) => {
    const earlier = known.get(name) as Promise<Value> | undefined
    const found = earlier ?? read()
    known.delete(name)
    known.set(name, found)
    found.catch(() => known.get(name) === found && known.delete(name))
    if (known.size > most) known.delete(known.keys().next().value ?? '')
    // Whoever asked first may have gone away before it was read.
    return earlier ? found.catch(() => recall(name, read)) : found
  }
  return { recall }
}
