import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** Whoever takes longer to be loaded hangs. */
const LONGEST_LOAD_MS = 10_000

/**
 * Loads templates in a thread before this program does so itself: a module that never ends would hold it up for good.
 * Returns what is wrong with each folder that cannot be loaded in time. Other faults are left to the real loading.
 */
export async function tryTemplates(
  folders: readonly string[],
  { longestLoadMs = LONGEST_LOAD_MS } = {},
): Promise<Map<string, string>> {
  const problems = new Map<string, string>()
  let rest = folders
  while (rest.length > 0) {
    const { loaded, problem } = await tryUntilOneHangs(rest, longestLoadMs)
    const [hanging = '', ...others] = rest.slice(loaded)
    if (problem) problems.set(hanging, problem)
    rest = others
  }
  return problems
}

/** How many of these could be loaded, and why not the one after them. */
function tryUntilOneHangs(
  folders: readonly string[],
  longestMs: number,
): Promise<{ loaded: number; problem?: string }> {
  const workerData = folders.map((folder) => pathToFileURL(`${folder}/`).href)
  const thread = new Worker(new URL('./try-templates-thread.ts', import.meta.url), {
    workerData,
    // What it prints comes again when it is really loaded.
    stdout: true,
    stderr: true,
  })
  return new Promise((resolve) => {
    let loaded = 0
    let limit: NodeJS.Timeout | undefined
    const end = (problem?: string) => {
      clearTimeout(limit)
      void thread.terminate()
      resolve(loaded < folders.length && problem ? { loaded, problem } : { loaded: folders.length })
    }
    // The first word is that the thread itself is ready, each further one that a template was loaded.
    thread.on('message', (count: number) => {
      loaded = count
      clearTimeout(limit)
      const problem = `its module was not loaded within ${longestMs / 1000} s; look for a loop or an await that never ends`
      limit = setTimeout(end, longestMs, problem)
    })
    const crash =
      'its module ended the thread that loaded it; look for process.exit or an await that never ends'
    thread.on('error', (error) => end(`its module failed: ${error.message}`))
    thread.on('exit', () => end(crash))
  })
}
