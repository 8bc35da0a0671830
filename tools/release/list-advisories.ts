import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** A known flaw of a package. */
export type Advisory = {
  name: string
  severity: string
  title: string
  url: string
  /** False for what only a clone has. */
  isInstalled: boolean
}

type Report = {
  message?: string
  error?: { summary?: string }
  vulnerabilities?: Record<string, { via: (string | Omit<Advisory, 'isInstalled'>)[] }>
}

/** The known flaws of what a folder's lock file names, the worst first, or why the registry could not be asked. */
export async function listAdvisories(
  folder: string,
  options: string[] = [],
): Promise<{ advisories: Advisory[]; unanswered?: string }> {
  const all = await audit(folder, options)
  if (!all.vulnerabilities)
    return { advisories: [], unanswered: all.message ?? all.error?.summary ?? 'no reason' }
  const installed = await audit(folder, ['--omit=dev', ...options])
  const urls = new Set(listFlaws(installed).map(({ url }) => url))
  const advisories = listFlaws(all).map((flaw) => ({ ...flaw, isInstalled: urls.has(flaw.url) }))
  return { advisories: advisories.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en')) }
}

async function audit(folder: string, options: string[]): Promise<Report> {
  const patience = ['--fetch-retries=1', '--fetch-timeout=20000']
  const words = ['audit', '--json', '--package-lock-only', ...patience, ...options]
  const npm = spawn('npm', words, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  const said = await text(npm.stdout)
  return said.startsWith('{') ? JSON.parse(said) : { message: 'npm said nothing' }
}

/** Each flaw once: a package that merely needs a flawed one names it in words. */
function listFlaws({ vulnerabilities = {} }: Report): Omit<Advisory, 'isInstalled'>[] {
  const flaws = Object.values(vulnerabilities).flatMap(({ via }) =>
    via.flatMap((each) => (typeof each === 'string' ? [] : [each])),
  )
  return [...new Map(flaws.map((flaw) => [flaw.url, flaw])).values()]
}

const SEVERITIES = ['critical', 'high', 'moderate', 'low', 'info']

function rank({ severity }: Advisory): number {
  return SEVERITIES.indexOf(severity)
}
