import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const LARGE = 64 * 1024 * 1024
/** Debian's and Fedora's places for podman's helpers. */
const HELPERS = ['/usr/lib/podman', '/usr/libexec/podman']

/** podman, set up for what this machine allows. */
export type Engine = {
  /** Runs podman and returns what it says on stdout. */
  podman(...words: string[]): Promise<string>
  /** The same for podman-compose. */
  compose(words: string[], env: Record<string, string>): Promise<string>
  /** Takes the first runtime that starts this image, and says which. */
  chooseRuntime(image: string): Promise<string>
}

/**
 * podman asks for more than some machines give (open files), its usual runtime refuses some (crun: cgroups of both
 * versions), and its older network has no names. So it gets settings of its own, which change nothing outside this run.
 */
export async function openEngine(folder: string): Promise<Engine> {
  const file = join(folder, 'containers.conf')
  const limits = [readHardLimit('nofile', 'Max open files'), readHardLimit('nproc', 'Max processes')]
  const hasNames = HELPERS.some((place) => existsSync(join(place, 'netavark')))
  const settings = (runtime?: string) =>
    [
      '[containers]',
      `default_ulimits = [${limits.join(', ')}]`,
      ...(hasNames ? ['[network]', 'network_backend = "netavark"'] : []),
      ...(runtime ? ['[engine]', `runtime = "${runtime}"`] : []),
    ].join('\n')
  const call = async (program: string, words: string[], more: Record<string, string> = {}) => {
    const env = { ...process.env, CONTAINERS_CONF: file, ...more }
    const { stdout } = await run(program, words, { env, maxBuffer: LARGE })
    return stdout.trim()
  }
  const podman = (...words: string[]) => call('podman', words)
  await writeFile(file, settings())
  return {
    podman,
    compose: (words, env) => call('podman-compose', words, env),
    async chooseRuntime(image) {
      const reasons: string[] = []
      for (const runtime of [undefined, 'crun', 'runc']) {
        await writeFile(file, settings(runtime))
        const reason = await podman('run', '--rm', image, 'true').then(
          () => undefined,
          (error) => error.stderr ?? error.message,
        )
        if (reason === undefined) return runtime ?? 'as podman is configured'
        reasons.push(`${runtime ?? 'as podman is configured'}: ${reason}`)
      }
      throw new Error(`podman starts no container here.\n${reasons.join('\n')}`)
    },
  }
}

/** Enough for a container. podman would ask for a million, which only a root with all capabilities gets. */
const ENOUGH = 16_384

function readHardLimit(name: string, line: string): string {
  const [, limit] =
    new RegExp(`^${line}\\s+\\S+\\s+(\\d+)`, 'm').exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  const most = Math.min(ENOUGH, Number(limit ?? ENOUGH))
  return `"${name}=${most}:${most}"`
}
