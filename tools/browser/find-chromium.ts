import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What the browser is called, from Debian's packages to Google's own. The one without windows takes a quarter less CPU time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'google-chrome',
  'google-chrome-stable',
  'chromium-browser',
]
const APT_GET = '/usr/bin/apt-get'
const INSTALL_MS = 600_000

/** Test files run side by side: one installs, and the others wait for it and then find the browser. */
const INSTALL = `exec flock /tmp/songreel-chromium.lock sh -c '{ command -v chromium-headless-shell || command -v chromium; } && exit
export DEBIAN_FRONTEND=noninteractive
install() { apt-get -qq -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "$1"; }
apt-get -qq update && { install chromium-headless-shell || install chromium; }'`

/** The program of an installed Chromium. */
function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const programs = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return programs.find((program) => existsSync(program))
}

/** The program of Chromium, installed from the system's packages if we may; else why there is none. */
export function ensureChromium(): { program: string } | { missing: string } {
  const found = findChromium()
  if (found) return { program: found }
  if (process.geteuid?.() !== 0 || !existsSync(APT_GET))
    return { missing: 'Chromium is not installed: apt-get install chromium' }
  const { status, stderr, error } = spawnSync('sh', ['-c', INSTALL], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: INSTALL_MS,
    encoding: 'utf8',
  })
  const program = findChromium()
  if (program) return { program }
  return { missing: `Chromium could not be installed: ${error?.message ?? `${status} ${stderr.trim()}`}` }
}

/** What it says of itself. */
export function readChromiumVersion(program: string): string {
  return execFileSync(program, ['--version'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
}
