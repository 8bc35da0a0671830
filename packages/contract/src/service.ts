import { z } from 'zod'

/** What GET /livez returns. */
export const Liveness = z.object({
  status: z.literal('ok').describe('The process is running'),
  uptimeSecs: z.number().describe('Seconds since it started'),
})
export type Liveness = z.infer<typeof Liveness>

const Part = z.object({ status: z.literal('ok').describe('It works') })

/** What GET /readyz returns when all parts work; a part that does not is named in `error.details` of a 503. */
export const Readiness = z.object({
  status: z.literal('ok').describe('All parts work'),
  checks: z
    .object({
      database: Part.describe('PostgreSQL'),
      queue: Part.extend({
        depth: z
          .number()
          .int()
          .optional()
          .describe('Renders, downloads and webhooks that could run now but wait'),
        oldestWaitSecs: z.number().int().optional().describe('How long the oldest of them has waited'),
        workers: z.number().int().optional().describe('Workers that are alive'),
      }).describe('The queue. Its figures are absent when they could not be counted in time'),
      storage: Part.describe('File storage'),
      disk: Part.extend({ freeBytes: z.number().int().describe('Free bytes in the data folder') }).describe(
        'The disk of the data folder',
      ),
    })
    .describe('Each part'),
})
export type Readiness = z.infer<typeof Readiness>

/** What GET /version returns. */
export const ServiceVersion = z.object({
  name: z.literal('songreel').describe('Always `songreel`'),
  version: z.string().meta({ description: 'Version of the program', example: '1.0.0' }),
  apiVersion: z.literal('v1').describe('Version of the API'),
})
export type ServiceVersion = z.infer<typeof ServiceVersion>
