import { parentPort, workerData } from 'node:worker_threads'

// Makes the demo's files beside the thread that answers requests: synthesising the song alone would hold it up for half a second.
const { what, folder } = workerData as { what: 'FILES' | 'CLIPS'; folder: string }

if (what === 'FILES') {
  const { makeDemo } = await import('@songreel/render')
  parentPort?.postMessage(await makeDemo(folder))
} else {
  const { makeDemoClips } = await import('@songreel/render/authoring')
  parentPort?.postMessage(await makeDemoClips(folder))
}
