import { z } from 'zod'

/** What GET /livez answers. */
export const Liveness = z.object({ status: z.literal('ok'), uptimeSecs: z.number() })
export type Liveness = z.infer<typeof Liveness>

const Part = z.object({ status: z.literal('ok') })

/** What GET /readyz answers when all parts work; a part that does not is named in `error.details` of a 503. */
export const Readiness = z.object({
  status: z.literal('ok'),
  checks: z.object({
    database: Part,
    queue: Part.extend({
      depth: z
        .number()
        .int()
        .meta({ description: 'Renders, downloads and webhooks that wait and could run now' }),
      oldestWaitSecs: z
        .number()
        .int()
        .meta({ description: 'How long the oldest work that could run has waited' }),
      workers: z.number().int().meta({ description: 'Workers that are alive' }),
    }),
    storage: Part,
    disk: Part.extend({ freeBytes: z.number().int() }),
  }),
})
export type Readiness = z.infer<typeof Readiness>

/** What GET /version answers. */
export const ServiceVersion = z.object({
  name: z.literal('songreel'),
  version: z.string().meta({ example: '1.0.0' }),
  apiVersion: z.literal('v1'),
})
export type ServiceVersion = z.infer<typeof ServiceVersion>
