import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import '@songreel/kit'
import { readTemplate } from './load-templates.ts'

// Loads templates one after the other and says how many it has loaded; which of them are faulty is not its matter.
// The kit is imported here so that the first of them isn't blamed for the time that takes.

const folderUrls = workerData as string[]
parentPort?.postMessage(0)
for (const [index, url] of folderUrls.entries()) {
  await readTemplate(new URL(url), basename(fileURLToPath(url))).catch(() => undefined)
  parentPort?.postMessage(index + 1)
}
