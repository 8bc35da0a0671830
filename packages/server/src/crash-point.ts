/** The places where a crash, or a pause, would hurt most; the crash test (tools/crash) aims at them by name. */
export const CRASH_POINTS = [
  // Creating a batch.
  'batch-written',
  'create-committed',
  // Any job: taken by a worker but not begun, done but not yet crossed off, and crossed off.
  'job-drawn',
  'job-done',
  'job-crossed-off',
  // Bringing a file here: noted but not yet under its name, and stored.
  'asset-noted',
  'asset-stored',
  // Making a video.
  // Inside the transaction that claims a render.
  'render-taken',
  'render-claimed',
  'files-gathered',
  // Keeping a segment while the render goes on: noted, under its name, and named by its row.
  'segment-noted',
  'segment-stored',
  'segment-kept',
  // Sharing a render: helpers are asked for, one has taken a segment, and has left it for the run that it helps.
  'helpers-asked',
  'segment-claimed',
  'segment-handed-over',
  'video-made',
  'files-noted',
  'file-received',
  'video-stored',
  'files-stored',
  // Inside the transaction that links a render to a file that is there, before it says so.
  'output-held',
  // Inside the transaction that ends a render, or puts it back in the queue.
  'render-closed',
  'batch-counted',
  'end-written',
  'render-returned',
  'render-parked',
  // Reporting it.
  'webhook-posting',
  'webhook-posted',
  // Sending files to a customer's bucket: before the first byte, when parts may be left behind, and before it is written down.
  'delivery-begun',
  'upload-noted',
  'files-delivered',
  // Taking files away.
  'files-retired',
  'file-deleted',
] as const

/** Those of `songreel upgrade-database`, which no service passes. */
export const UPGRADE_POINTS = [
  'upgrade-begun',
  'upgrade-servers-started',
  'upgrade-copied',
  'upgrade-compared',
  'upgrade-ready',
  'upgrade-old-moved',
  'upgrade-new-moved',
] as const

/** The name of a crash point. */
export type CrashPoint = (typeof CRASH_POINTS)[number] | (typeof UPGRADE_POINTS)[number]

/** What happens at a crash point. */
export type AtCrashPoint = (point: CrashPoint) => Promise<void> | undefined

/** Left on the global object by the crash test's hook, which is loaded before the program; otherwise there is nothing. */
const atCrashPoint = (globalThis as { [hook: symbol]: AtCrashPoint | undefined })[
  Symbol.for('songreel.crash-hook')
]

/** Does nothing, except in a process that the crash test has started: there it may end or pause at this very place. */
export const crashPoint: AtCrashPoint = atCrashPoint ?? (() => undefined)
