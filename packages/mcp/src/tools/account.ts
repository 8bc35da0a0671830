import { UsageQuery } from '@songreel/contract'
import { show } from '../show.ts'
import { defineTool } from '../tool.ts'

/** What the organization made and may make. */
export const ACCOUNT_TOOLS = [
  defineTool({
    name: 'get_usage',
    title: 'Read what was made',
    description:
      'Reads how many videos were made, their length, size and processor time, by day, template or artist, and how much of the quota of this month is left. Ask it before a large batch, or when QUOTA_EXCEEDED is returned.',
    effect: 'READS',
    input: UsageQuery.omit({ format: true }),
    run: async (filter, { songreel, signal }) => show(await songreel.service.usage(filter, { signal })),
  }),
]
