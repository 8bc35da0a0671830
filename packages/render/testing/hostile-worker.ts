import { parentPort, workerData } from 'node:worker_threads'
import { attemptAll } from './hostile-attempts.ts'

// A thread: makes the attempts without Node's permissions, as native code would.
parentPort!.postMessage(await attemptAll(workerData))
