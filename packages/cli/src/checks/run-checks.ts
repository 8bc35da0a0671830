import { toCliError } from '../cli-error.ts'
import type { Check, CheckContext, CheckResult } from './check.ts'

/** A check that was made. */
export type CheckReport = CheckResult & { name: string; code?: string; tookMs: number }

/** Makes checks one after the other; one that throws is a problem like any other. */
export async function* runChecks(
  checks: readonly Check[],
  context: CheckContext,
): AsyncGenerator<CheckReport> {
  for (const check of checks) {
    context.signal.throwIfAborted()
    const startedMs = performance.now()
    const { fix, ...found } = await runCheck(check, context)
    const remedy = found.status === 'GOOD' ? undefined : (fix ?? check.fix)
    const tookMs = Math.round(performance.now() - startedMs)
    yield { name: check.name, ...found, ...(remedy && { fix: remedy }), tookMs }
  }
}

async function runCheck(check: Check, context: CheckContext): Promise<CheckResult & { code?: string }> {
  try {
    return await check.run(context)
  } catch (error) {
    const { code, message } = toCliError(error)
    return { status: 'PROBLEM', text: message, code }
  }
}
