import { waitFor } from '@songreel/server/testing/wait-for.ts'
import type { Engine } from './engine.ts'
import { IMAGES } from './images.ts'
import { orderVideo } from './order-video.ts'

const NAME = 'songreel-test-single'
const VOLUME = 'songreel-test-data'
const PUBLIC_URL = 'http://localhost:4400'
/** As docs/deploy.md has it: nothing to write but the volume and /tmp, no rights, an ordinary user. */
const HARDENED = [
  ...['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
  ...['--user', '10001:10001'],
]

/** One container with everything in it: healthy, a video, a clean end by SIGTERM; and which layers of containment hold. */
export async function tryImage({ podman }: Engine, folder: string): Promise<void> {
  try {
    await podman(
      ...['run', '-d', '--name', NAME, ...HARDENED, '-v', `${VOLUME}:/data`],
      ...['-p', '127.0.0.1::4400', IMAGES.songreel],
    )
    await waitUntilHealthy(podman, NAME)
    const address = await podman('port', NAME, '4400/tcp')
    console.log(`one container: healthy on ${address}`)
    const token = await podman('exec', NAME, 'cat', '/data/token')
    const played = await orderVideo({ url: `http://${address}`, token, publicUrl: PUBLIC_URL }, folder)
    console.log(
      `one container: COMPLETED, ${played.width}x${played.height}, ${played.pictures} pictures, ${played.faults} faults`,
    )
    const processes = await podman('top', NAME, 'pid', 'args')
    if (!/^1\s+\/opt\/songreel\/bin\/node /m.test(processes))
      throw new Error(`process 1 is another one:\n${processes}`)
    await podman('stop', '--time', '60', NAME)
    const exit = await podman('inspect', NAME, '--format', '{{.State.ExitCode}}')
    if (exit !== '0') throw new Error(`stopped by SIGTERM, it ended with ${exit}`)
    console.log('one container: stopped by SIGTERM as process 1, exit code 0')
  } finally {
    await podman('rm', '-f', '-v', NAME).catch(() => {})
    await podman('volume', 'rm', '-f', VOLUME).catch(() => {})
  }
  await showLayers(podman)
}

/** By hand: podman leaves it to systemd otherwise. */
export async function waitUntilHealthy(podman: Engine['podman'], name: string): Promise<void> {
  await waitFor(`${name} is healthy`, () =>
    podman('healthcheck', 'run', name).then(
      () => true,
      () => false,
    ),
  )
}

type Doctor = { checks: { name: string; isOn?: boolean }[] }

/** What docs/deploy.md says of containers without and with the rights to make namespaces. */
async function showLayers(podman: Engine['podman']): Promise<void> {
  const profile = new URL('../../ops/container/seccomp.json', import.meta.url).pathname
  const closed = new URL('./stand-ins/no-namespaces.json', import.meta.url).pathname
  const cases = {
    "podman's defaults": [],
    'a profile that allows no namespaces, as the usual ones of Docker and Kubernetes': [
      '--security-opt',
      `seccomp=${closed}`,
    ],
    'ops/container/seccomp.json and an unmasked /proc': [
      ...['--security-opt', `seccomp=${profile}`, '--security-opt', 'unmask=ALL'],
    ],
  }
  for (const [name, words] of Object.entries(cases)) {
    const said = await podman('run', '--rm', ...HARDENED, ...words, IMAGES.songreel, 'doctor', '--json')
    const { checks }: Doctor = JSON.parse(said)
    const off = checks.filter(({ isOn }) => isOn === false).map((layer) => layer.name)
    console.log(`layers with ${name}: all but ${off.join(', ') || 'none'}`)
  }
}
