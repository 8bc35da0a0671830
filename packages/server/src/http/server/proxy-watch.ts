import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isLoopbackHost } from '../../loopback-host.ts'
import type { Services } from '../../services.ts'
import { findInstallationFact, noteInstallationFact } from '../../store/installation.ts'

/** Headers that only something in between adds. */
const PROXY_HEADERS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
] as const

type WatchDeps = Pick<Services, 'config' | 'db' | 'log'>

/**
 * Closes loopback for good at the first request that came through a proxy: the service listens only on this computer, and
 * still others reach it. Before that request is looked at, so that it cannot name an address itself.
 */
export function registerProxyWatch(app: FastifyInstance, { config, db, log }: WatchDeps): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const evidence = config.isStrict ? undefined : findProxyEvidence(request.raw)
    if (!evidence) return done()
    becomeStrict(config, evidence)
    log.warn(
      { guard: 'strict', because: config.strictReasons },
      'a request came through a proxy, so loopback addresses are closed from now on. Set SONGREEL_PUBLIC_URL to the URL that clients use',
    )
    noteInstallationFact(db, 'proxy-seen', evidence).then(() => done(), done)
  })
}

/** What an earlier start has seen of a proxy holds for this one. */
export async function recallProxy({ config, db }: Pick<WatchDeps, 'config' | 'db'>): Promise<void> {
  const evidence = config.isStrict ? undefined : await findInstallationFact(db, 'proxy-seen')
  if (evidence) becomeStrict(config, evidence)
}

function becomeStrict(config: WatchDeps['config'], evidence: string): void {
  config.isStrict = true
  config.strictReasons.push(`a request came through a proxy (${evidence})`)
}

function findProxyEvidence({ headers }: IncomingMessage): string | undefined {
  const header = PROXY_HEADERS.find((name) => headers[name] !== undefined)
  if (header) return `header ${header}`
  const host = headers.host && URL.parse(`http://${headers.host}`)?.hostname
  return host && !isLoopbackHost(host) ? 'header host, which names another computer' : undefined
}
