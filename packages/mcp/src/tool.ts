import type { CallToolResult, McpServer, ServerContext, ToolAnnotations } from '@modelcontextprotocol/server'
import { describeRule } from '@songreel/contract/describe-rule'
import { ApiError, type Songreel } from '@songreel/sdk'
import type { z } from 'zod'
import { describeFaults } from './describe-faults.ts'

/** What a tool does to the world, as an assistant's program asks before it calls one. */
export type Effect = 'READS' | 'ADDS' | 'REPEATABLE' | 'DESTROYS'

const ANNOTATIONS: Record<Effect, ToolAnnotations> = {
  READS: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  ADDS: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  /** Changes something, and nothing more when it is called again. */
  REPEATABLE: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  DESTROYS: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
}

/** What every call of a tool has at hand. */
export type Call = {
  songreel: Songreel
  signal: AbortSignal
  /** Tells who waits how far it is, in percent; only growth is told. */
  report(percent: number, message: string): void
}

/** A tool; `run` takes what its schema lets through. */
export type Tool = {
  name: string
  title: string
  description: string
  effect: Effect
  input: z.ZodObject
  run(input: never, call: Call): Promise<CallToolResult>
}

/** Describes a tool so that its input has the type of its schema. */
export function defineTool<Input extends z.ZodObject>(
  tool: Omit<Tool, 'input' | 'run'> & {
    input: Input
    run(input: z.output<Input>, call: Call): Promise<CallToolResult>
  },
): Tool {
  return tool
}

/** Offers a tool. An error of the API goes to the assistant, in words that say what to do about it. */
export function addTool(
  server: McpServer,
  { name, title, description, effect, input: schema, run }: Tool,
  songreel: Songreel,
): void {
  const annotations = { title, ...ANNOTATIONS[effect] }
  const config = { title, description, inputSchema: describeOnly(schema), annotations }
  server.registerTool(name, config, async (sent, context) => {
    const { data: input, error } = schema.safeParse(sent, { error: describeRule })
    if (error) return { isError: true, content: [{ type: 'text', text: describeFaults(name, error) }] }
    const { signal } = context.mcpReq
    const { report, untilSent } = createReport(context)
    try {
      return await run(input as never, { songreel, signal, report })
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: describeError(error) }] }
    } finally {
      // A client stops listening for progress with the result.
      await untilSent()
    }
  })
}

/** The protocol's library would report what is wrong in its own words: it gets the description alone, and we look. */
function describeOnly(schema: z.ZodObject) {
  const standard = { ...schema['~standard'], validate: (value: unknown) => ({ value }) }
  return { '~standard': standard } as unknown as z.ZodObject
}

function createReport({ mcpReq }: ServerContext): Pick<Call, 'report'> & { untilSent(): Promise<void> } {
  const progressToken = mcpReq._meta?.progressToken
  let last = -1
  let sending = Promise.resolve()
  return {
    report(progress, message) {
      if (progressToken === undefined || progress <= last) return
      last = progress
      const params = { progressToken, progress, total: 100, message }
      // Whoever has gone away misses nothing.
      const sent = mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
      sending = Promise.all([sending, sent]).then(() => undefined)
    },
    untilSent: () => sending,
  }
}

function describeError(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error)
  const faults = error.details.map(({ field, message }) => `- ${field}: ${message}`)
  return [`${error.code}: ${error.message}`, ...faults].join('\n')
}
