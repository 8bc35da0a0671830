import type { Logger } from 'pino'
import type { TraceSettings } from '../config/trace-settings.ts'
import { NO_TRACING, type Tracing } from './tracing.ts'

/** OpenTelemetry's packages are loaded only where they are wanted. */
export async function openTracing(settings: TraceSettings | undefined, log: Logger): Promise<Tracing> {
  if (!settings) return NO_TRACING
  const { openOtlpTracing } = await import('./otlp-tracing.ts')
  return openOtlpTracing(settings, log)
}
