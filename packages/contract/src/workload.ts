import { z } from 'zod'

const IDS = {
  renderId: z.string().describe('The render'),
  batchId: z.string().describe('Its batch'),
  orgId: z.string().describe('Whose it is'),
  contentId: z.string().describe('Its template'),
}

const RunningRender = z.object({
  ...IDS,
  status: z.enum(['COLLECTING_ASSETS', 'RENDERING', 'UPLOADING']).describe('As in the record of the render'),
  phase: z
    .string()
    .nullable()
    .describe('What it is doing: `COLLECTING`, `READING`, `ANALYSING`, `DRAWING` or `CHECKING`'),
  progress: z.number().describe('From 0 to 100'),
  frames: z.number().int().describe('Frames of the video; 0 while that is not known'),
  framesPerSec: z.number().nullable().describe('How fast it is being drawn; null when it is not'),
  etaSecs: z.number().nullable().describe('Seconds left, as far as that is known'),
  startedAt: z.iso.datetime().nullable().describe('When the worker took it'),
})

const WorkerRecord = z.object({
  workerId: z
    .string()
    .nullable()
    .describe('null for renders whose worker has not reported lately: they go to another one'),
  host: z.string().nullable().describe("The machine's name; null without the operator's token"),
  pid: z.number().int().nullable().describe("Its process id; null without the operator's token"),
  version: z.string().nullable().describe('Which version it runs'),
  threads: z.number().int().nullable().describe('How many threads a render of its own gets'),
  slots: z.number().int().describe('How many renders it makes at once'),
  startedAt: z.iso.datetime().nullable().describe('When it started'),
  renders: z.array(RunningRender).describe('What it is making'),
})

/** What waits, what is being made by whom, and what has ended lately. */
export const Workload = z.object({
  at: z.iso.datetime().describe('When this was read'),
  queue: z
    .object({
      waiting: z.number().int().describe('Renders that could run now'),
      later: z.number().int().describe('Renders that wait for their files or for another try'),
      oldestWaitSecs: z.number().describe('How long the first of those that could run has waited'),
      running: z.number().int().describe('Renders that are being made'),
      files: z.number().int().nullable().describe("Files to fetch now; null without the operator's token"),
      webhooks: z
        .number()
        .int()
        .nullable()
        .describe("Webhooks to deliver now; null without the operator's token"),
    })
    .describe('Renders that are not over'),
  workers: z.array(WorkerRecord).describe('The living workers, by machine'),
  organizations: z
    .array(
      z.object({
        orgId: z.string().describe('The organization'),
        name: z.string().describe('Its name'),
        waiting: z.number().int().describe('Its renders that could run now'),
        later: z.number().int().describe('Those that wait for their files or for another try'),
        running: z.number().int().describe('Those that are being made'),
      }),
    )
    .describe('Whose renders these are, at most 50, busiest first'),
  minutes: z
    .array(
      z.object({
        at: z.iso.datetime().describe('When the minute began'),
        completed: z.number().int().describe('Videos completed in it'),
        failed: z.number().int().describe('Renders that failed in it'),
      }),
    )
    .describe('What has ended in each of the last 15 minutes, oldest first; the last one is not over'),
  failures: z
    .array(
      z.object({
        ...IDS,
        code: z.string().nullable().describe('Why, as in the record of the render'),
        at: z.iso.datetime().describe('When'),
      }),
    )
    .describe('The last 10 renders that failed within an hour, newest first'),
})
export type Workload = z.infer<typeof Workload>
