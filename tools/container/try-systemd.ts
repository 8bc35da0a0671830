import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '@songreel/server/testing/wait-for.ts'
import { ROOT } from '../pack/pack-packages.ts'
import type { Engine } from './engine.ts'
import { IMAGES } from './images.ts'
import { orderVideo } from './order-video.ts'

const NAME = 'songreel-test-systemd'
const IMAGE = 'localhost/songreel-test/systemd'
/** systemd's own tree of cgroups, where the machine has the older version of them. */
const OLD_CGROUPS = '/sys/fs/cgroup/systemd'

/** ops/systemd/songreel.service, started and stopped by a real systemd, which is process 1 of a container. */
export async function trySystemd({ podman }: Engine, folder: string): Promise<void> {
  const file = join(ROOT, 'tools/container/stand-ins/systemd.Dockerfile')
  await podman(
    ...['build', '--format', 'docker', '--network', 'host', '-f', file, '-t', IMAGE],
    ...['--build-arg', `SONGREEL_IMAGE=${IMAGES.songreel}`, join(ROOT, 'ops/systemd')],
  )
  const old = existsSync(OLD_CGROUPS) ? ['--cgroupns=host', '-v', `${OLD_CGROUPS}:${OLD_CGROUPS}`] : []
  const inside = (...words: string[]) => podman('exec', NAME, ...words)
  try {
    await podman(
      ...['run', '-d', '--name', NAME, '--systemd=always', '--privileged', ...old],
      ...['-e', 'SONGREEL_HOST=', '-p', '127.0.0.1::4400', IMAGE],
    )
    await waitFor('systemd has started', () =>
      inside('systemctl', 'is-system-running').then(isRunning, () => false),
    )
    // Reached from outside the container, which on a machine of its own nobody needs.
    await inside(
      'sh',
      '-c',
      'mkdir -p /etc/songreel && echo SONGREEL_HOST=0.0.0.0 > /etc/songreel/songreel.env',
    )
    await inside('systemctl', 'start', 'songreel')
    const ready = await waitFor('the service is ready', async () =>
      (await readLog(inside)).find((line) => line.includes('"service is ready"')),
    )
    const containment = (await readLog(inside)).find((line) => line.includes('"layers":'))
    const off = Object.keys(JSON.parse(containment ?? ready).off ?? {})
    console.log(`systemd: ready; layers: all but ${off.join(', ')}`)
    const token = await inside('cat', '/var/lib/songreel/token')
    const address = await podman('port', NAME, '4400/tcp')
    const reached = { url: `http://${address}`, token, publicUrl: 'http://localhost:4400' }
    const played = await orderVideo(reached, folder)
    console.log(`systemd: COMPLETED, ${played.width}x${played.height}, ${played.pictures} pictures`)
    await inside('systemctl', 'stop', 'songreel')
    const result = await inside('systemctl', 'show', 'songreel', '-p', 'Result', '-p', 'ExecMainStatus')
    if (result !== 'Result=success\nExecMainStatus=0') throw new Error(`it stopped with ${result}`)
    console.log('systemd: stopped, result success, status 0')
  } finally {
    await podman('rm', '-f', '-v', NAME).catch(() => {})
  }
}

function isRunning(said: string): boolean {
  return said === 'running'
}

async function readLog(inside: (...words: string[]) => Promise<string>): Promise<string[]> {
  const said = await inside('journalctl', '--unit', 'songreel', '--output', 'cat', '--no-pager')
  return said.split('\n')
}
