import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openEngine } from './engine.ts'
import { buildSongreel, IMAGES, makeBase, makeNode, makeStandIns } from './images.ts'
import { tryCompose } from './try-compose.ts'
import { tryImage } from './try-image.ts'
import { trySystemd } from './try-systemd.ts'

// npm run test:container [-- --no-build image compose systemd]: builds ops/container/Dockerfile and runs it; then the whole arrangement of
// ops/container/compose.yaml; then the units of ops/systemd under a systemd that is process 1 of a container. Nothing is
// pulled: what images are built on is made from Debian's packages. Needs root, and podman, runc, mmdebstrap, podman-compose,
// netavark and aardvark-dns, all of them Debian's.

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  // Takes the images of the last run.
  options: { 'no-build': { type: 'boolean' } },
})
const isAsked = (part: string) => asked.length === 0 || asked.includes(part)
const folder = await mkdtemp(join(tmpdir(), 'songreel-container-'))
try {
  const engine = await openEngine(folder)
  console.log(`engine: ${await engine.podman('--version')}`)
  await makeBase(engine, folder)
  console.log(`base image: made of Debian's packages; runtime: ${await engine.chooseRuntime(IMAGES.base)}`)
  if (!values['no-build']) {
    await makeNode(engine, folder)
    await buildSongreel(engine, folder)
  }
  const facts = await engine.podman(
    ...['image', 'inspect', IMAGES.songreel, '--format', '{{.Size}} {{.Architecture}} {{.User}}'],
  )
  const [bytes, architecture, user] = facts.split(' ')
  console.log(`image: ${Math.round(Number(bytes) / 1e6)} MB, ${architecture}, user ${user}`)
  if (isAsked('image')) await tryImage(engine, folder)
  if (isAsked('compose') || isAsked('systemd')) await makeStandIns(engine)
  if (isAsked('compose')) await tryCompose(engine, folder)
  if (isAsked('systemd')) await trySystemd(engine, folder)
} finally {
  await rm(folder, { recursive: true, force: true })
}
