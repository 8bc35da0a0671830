import { isLoopbackHost } from '../loopback-host.ts'

type Facts = {
  role: string
  host: string
  publicUrl: string | undefined
  trustProxy: string[]
  databaseUrl: string | undefined
  nodeEnv: string | undefined
}

/**
 * Why this is not plainly one person's machine; empty when it is. Whoever reaches the service may name addresses for it to
 * fetch, and services on loopback trust whoever reaches them: so those are closed unless everything says that nobody but
 * the person at this computer can ask.
 */
export function listStrictReasons(facts: Facts): string[] {
  const { role, host, publicUrl, trustProxy, databaseUrl, nodeEnv } = facts
  const reasons = []
  if (nodeEnv === 'production') reasons.push('NODE_ENV is production')
  if (role !== 'all') reasons.push(`SONGREEL_ROLE is ${role}`)
  if (!isLoopbackHost(host)) reasons.push(`SONGREEL_HOST is ${host}`)
  if (publicUrl && !isLoopbackHost(new URL(publicUrl).hostname))
    reasons.push(`SONGREEL_PUBLIC_URL is ${publicUrl}`)
  if (trustProxy.length > 0) reasons.push('SONGREEL_TRUST_PROXY is set')
  if (databaseUrl) reasons.push('DATABASE_URL is set')
  return reasons
}
