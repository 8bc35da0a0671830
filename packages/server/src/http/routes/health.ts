import { successOf } from '@songreel/contract'
import { z } from 'zod'
import { ok } from '../envelope.ts'
import type { Routes } from '../route.ts'

const tags = ['Service']

/** What probes and operators ask. */
export const healthRoutes: Routes = (app) => {
  app.get(
    '/livez',
    {
      config: { scope: 'open' },
      schema: {
        tags,
        summary: 'Ask whether the process answers',
        response: { 200: successOf(z.object({ status: z.literal('ok') })) },
      },
    },
    async () => ok({ status: 'ok' as const }, 'Alive'),
  )
}
