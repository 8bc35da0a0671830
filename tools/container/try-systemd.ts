import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '@songreel/server/testing/wait-for.ts'
import { ROOT } from '../pack/pack-packages.ts'
import type { Engine } from './engine.ts'
import { IMAGES } from './images.ts'
import { orderVideo } from './order-video.ts'

const NAME = 'songreel-test-systemd'
const IMAGE = 'localhost/songreel-test/systemd'
const PUBLIC_URL = 'http://localhost:4400'
/** systemd's own tree of cgroups, where the machine has the older version of them. */
const OLD_CGROUPS = '/sys/fs/cgroup/systemd'
const NETWORK = 'songreel-test-systemd'
const DATABASE = `${NAME}-database`
const FILES = `${NAME}-files`
const TOKEN = 'a-token-for-the-test-of-the-units'
/** The store of files: its client's own words, and the only keys that s3rver knows. */
const BUCKET = {
  SONGREEL_S3_BUCKET: 'songreel',
  SONGREEL_S3_ENDPOINT: `http://${FILES}:8333`,
  SONGREEL_S3_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'S3RVER',
  AWS_SECRET_ACCESS_KEY: 'S3RVER',
}

/** A machine with systemd: runs a program in it, and says where its API is reached from outside. */
type Machine = { inside(...words: string[]): Promise<string>; address: string; folder: string }

/** The units of ops/systemd, started and stopped by a real systemd, which is process 1 of a container. */
export async function trySystemd(engine: Engine, folder: string): Promise<void> {
  const file = join(ROOT, 'tools/container/stand-ins/systemd.Dockerfile')
  await engine.podman(
    ...['build', '--format', 'docker', '--network', 'host', '-f', file, '-t', IMAGE],
    ...['--build-arg', `SONGREEL_IMAGE=${IMAGES.songreel}`, join(ROOT, 'ops/systemd')],
  )
  await withSystemd(engine, { folder, words: [] }, tryAlone)
  await withNeighbours(engine, () =>
    withSystemd(engine, { folder, words: ['--network', NETWORK] }, tryWorker),
  )
}

/** songreel.service with its own PostgreSQL. */
async function tryAlone(machine: Machine): Promise<void> {
  await writeSettings(machine, {})
  await start(machine, 'songreel')
  const token = await machine.inside('cat', '/var/lib/songreel/token')
  await order(machine, token, 'songreel.service')
  await stop(machine, 'songreel')
}

/** songreel-worker.service beside songreel.service as an API alone, on a database and a bucket elsewhere. */
async function tryWorker(machine: Machine): Promise<void> {
  await writeSettings(machine, {
    SONGREEL_ROLE: 'api',
    DATABASE_URL: `postgres://songreel:password@${DATABASE}:5432/songreel`,
    SONGREEL_SECRET: 'a secret for the test of the units, long enough',
    SONGREEL_AUTH_TOKEN: TOKEN,
    SONGREEL_PUBLIC_URL: PUBLIC_URL,
    ...BUCKET,
  })
  await start(machine, 'songreel')
  await start(machine, 'songreel-worker')
  await order(machine, TOKEN, 'songreel-worker.service')
  const made = (await readLog(machine, 'songreel-worker')).filter((line) =>
    line.includes('"render finished"'),
  )
  if (made.length !== 1) throw new Error(`the worker made ${made.length} videos`)
  await stop(machine, 'songreel-worker')
  await stop(machine, 'songreel')
}

/** Reached from outside the container, which on a machine of its own nobody needs. */
async function writeSettings({ inside }: Machine, settings: Record<string, string>): Promise<void> {
  const lines = Object.entries({ SONGREEL_HOST: '0.0.0.0', ...settings }).map(
    ([name, value]) => `${name}=${value}`,
  )
  const write = 'mkdir -p /etc/songreel && printf "%s\\n" "$@" > /etc/songreel/songreel.env'
  await inside('sh', '-c', write, 'sh', ...lines)
}

async function start(machine: Machine, unit: string): Promise<void> {
  await machine.inside('systemctl', 'start', unit)
  const ready = await waitFor(`${unit} is ready`, async () =>
    (await readLog(machine, unit)).find((line) => line.includes('"service is ready"')),
  )
  const containment = (await readLog(machine, unit)).find((line) => line.includes('"layers":'))
  const off = Object.keys(JSON.parse(containment ?? ready).off ?? {})
  console.log(`systemd: ${unit} is ready; layers: all but ${off.join(', ')}`)
}

async function order({ address, folder }: Machine, token: string, unit: string): Promise<void> {
  const played = await orderVideo({ url: `http://${address}`, token, publicUrl: PUBLIC_URL }, folder)
  console.log(`systemd: ${unit}: COMPLETED, ${played.width}x${played.height}, ${played.pictures} pictures`)
}

async function stop({ inside }: Machine, unit: string): Promise<void> {
  await inside('systemctl', 'stop', unit)
  const result = await inside('systemctl', 'show', unit, '-p', 'Result', '-p', 'ExecMainStatus')
  if (result !== 'Result=success\nExecMainStatus=0') throw new Error(`${unit} stopped with ${result}`)
  console.log(`systemd: ${unit} stopped, result success, status 0`)
}

async function readLog({ inside }: Machine, unit: string): Promise<string[]> {
  const said = await inside('journalctl', '--unit', unit, '--output', 'cat', '--no-pager')
  return said.split('\n')
}

type Place = { folder: string; words: string[] }

async function withSystemd(
  { podman }: Engine,
  { folder, words }: Place,
  work: (machine: Machine) => Promise<void>,
): Promise<void> {
  const old = existsSync(OLD_CGROUPS) ? ['--cgroupns=host', '-v', `${OLD_CGROUPS}:${OLD_CGROUPS}`] : []
  const inside = (...program: string[]) => podman('exec', NAME, ...program)
  try {
    await podman(
      ...['run', '-d', '--name', NAME, '--systemd=always', '--privileged', ...old, ...words],
      ...['-e', 'SONGREEL_HOST=', '-p', '127.0.0.1::4400', IMAGE],
    )
    await waitFor('systemd has started', () =>
      inside('systemctl', 'is-system-running').then(
        (said) => said === 'running',
        () => false,
      ),
    )
    await work({ inside, address: await podman('port', NAME, '4400/tcp'), folder })
  } finally {
    await podman('rm', '-f', '-v', NAME).catch(() => {})
  }
}

/** A database and a bucket, each on a machine of its own. */
async function withNeighbours({ podman }: Engine, work: () => Promise<void>): Promise<void> {
  const database = { POSTGRES_USER: 'songreel', POSTGRES_PASSWORD: 'password', POSTGRES_DB: 'songreel' }
  const beside = ['-d', '--network', NETWORK]
  const variables = (values: Record<string, string>) =>
    Object.entries(values).flatMap(([name, value]) => ['-e', `${name}=${value}`])
  try {
    await podman('network', 'create', NETWORK)
    await podman('run', ...beside, '--name', DATABASE, ...variables(database), IMAGES.postgres)
    await podman('run', ...beside, '--name', FILES, IMAGES.s3)
    const make = ['--entrypoint', 'node', IMAGES.songreel, '/opt/songreel/make-bucket.mjs']
    await waitFor('the bucket is there', () =>
      podman('run', '--rm', '--network', NETWORK, ...variables(BUCKET), ...make).then(
        () => true,
        () => false,
      ),
    )
    await work()
  } finally {
    for (const name of [DATABASE, FILES]) await podman('rm', '-f', '-v', name).catch(() => {})
    await podman('network', 'rm', '-f', NETWORK).catch(() => {})
  }
}
