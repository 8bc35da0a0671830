import { ServiceError } from '../errors.ts'
import { createOutboundPolicy } from './policy.ts'
import { findUrlRefusal } from './url-rules.ts'

type OutboundConfig = Parameters<typeof createOutboundPolicy>[0]

/** Rejects a URL early if it can never be reached. Names are resolved and checked only when it is used. */
export function refuseForbiddenUrl(
  config: OutboundConfig,
  field: string,
  url: string | null | undefined,
): void {
  if (!url || !findUrlRefusal(createOutboundPolicy(config), url)) return
  const message = `${field} is an address that may not be reached from here. Use a public one, or have the operator allow it with SONGREEL_ALLOW_PRIVATE_HOSTS.`
  throw new ServiceError('URL_NOT_ALLOWED', {
    message,
    details: [{ field, code: 'URL_NOT_ALLOWED', message }],
  })
}
