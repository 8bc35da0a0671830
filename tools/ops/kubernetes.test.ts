import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { SETTINGS } from '@songreel/server/internal/config/settings.ts'
import { checkManifest } from './check-manifest.ts'
import { findPods, KUBERNETES, parseManifests, readManifests } from './manifests.ts'

const OVERLAYS = readdirSync(join(KUBERNETES, 'overlays'))
const manifests = readManifests()
const pods = manifests.flatMap(findPods)
const containers = pods.flatMap((pod) => pod.spec.containers)

test('every manifest fits the published schemas of Kubernetes and KEDA', async () => {
  const problems = (await Promise.all(manifests.map(checkManifest))).flat()
  assert.deepEqual(problems, [])
  const kinds = new Set(manifests.map(({ kind }) => kind))
  for (const kind of [
    'Deployment',
    'ScaledJob',
    'TriggerAuthentication',
    'PodDisruptionBudget',
    'NetworkPolicy',
  ])
    assert.ok(kinds.has(kind), `there is no ${kind}`)
})

test('the check sees wrong values and fields that a cluster would not know', async () => {
  const [deployment] = structuredClone(manifests.filter(({ kind }) => kind === 'Deployment'))
  assert.ok(deployment)
  deployment.spec.replicas = 'two'
  assert.match((await checkManifest(deployment)).join(), /replicas must be integer/)
  deployment.spec.replicas = 2
  deployment.spec.template.spec.containers[0].securityContext.readOnlyRootFileSystem = true
  assert.match((await checkManifest(deployment)).join(), /readOnlyRootFileSystem is not in the schema/)
})

for (const overlay of OVERLAYS) {
  test(`the overlay ${overlay} renders, and what it gives fits the schemas`, async (t) => {
    const kustomize = findKustomize()
    if (!kustomize) return t.skip('neither a kubectl from 1.21 on nor kustomize is installed')
    const rendered = parseManifests(render(kustomize, join('overlays', overlay)))
    assert.deepEqual((await Promise.all(rendered.map(checkManifest))).flat(), [])
    assert.ok(rendered.every(({ metadata }) => metadata.namespace === 'songreel'))
    const settings = rendered.find(({ kind }) => kind === 'ConfigMap')?.metadata.name
    assert.match(settings ?? '', /^songreel-settings-/)
    const found = rendered.flatMap(findPods).flatMap((pod) => pod.spec.containers)
    assert.ok(found.length > 1)
    for (const { image, envFrom } of found) {
      assert.match(image, /^registry\.example\.com\/songreel:/)
      assert.equal(envFrom[0].configMapRef.name, settings)
    }
  })
}

test('no pod runs as root, writes to its image or has a capability', () => {
  for (const { spec } of pods) {
    assert.equal(spec.automountServiceAccountToken, false)
    assert.equal(spec.securityContext.runAsNonRoot, true)
    assert.ok(spec.securityContext.runAsUser > 0)
    assert.ok(['RuntimeDefault', 'Localhost'].includes(spec.securityContext.seccompProfile.type))
  }
  for (const { securityContext } of containers)
    assert.deepEqual(securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
})

test('the Service sets none of our settings', () => {
  // Kubernetes would put SONGREEL_PORT=tcp://... into every pod beside a Service called songreel.
  for (const { spec } of pods) assert.equal(spec.enableServiceLinks, false)
})

test('a pod may take longer to end than its renders have', () => {
  for (const { spec } of pods) {
    const [{ name, env = [] }] = spec.containers
    const graceSecs = Number(readEnv(env, 'SONGREEL_STOP_GRACE_SECS') ?? 20)
    assert.ok(spec.terminationGracePeriodSeconds >= graceSecs + 30, name)
  }
})

test('KEDA starts as many workers as their slots can serve', () => {
  const [scaled] = manifests.filter(({ kind }) => kind === 'ScaledJob')
  assert.ok(scaled)
  const [{ env, resources }] = scaled.spec.jobTargetRef.template.spec.containers
  const slots = readEnv(env, 'SONGREEL_CONCURRENCY')
  assert.equal(scaled.spec.triggers[0].metadata.targetQueryValue, slots)
  assert.equal(resources.limits.cpu, slots)
  assert.equal(scaled.spec.rollout.strategy, 'gradual')
})

test('workers are the same pods, whoever starts them', () => {
  const workers = manifests
    .filter(({ metadata }) => /worker|housekeeping/.test(metadata.name))
    .flatMap(findPods)
  const [first, ...rest] = workers.map(({ metadata, spec: { restartPolicy: _, containers, ...spec } }) => {
    const [{ args: __, ...container }] = containers
    return { metadata, spec, container }
  })
  assert.equal(rest.length, 2)
  for (const each of rest) assert.deepEqual(each, first)
})

test('every variable is one of our settings, or one that a library reads', () => {
  const known = new Set(Object.values(SETTINGS).flatMap(({ name }) => [name, `${name}_FILE`]))
  const file = readFileSync(join(KUBERNETES, 'base/settings.env'), 'utf8')
  const names = [
    ...[...file.matchAll(/^(\w+)=/gm)].map(([, name = '']) => name),
    ...containers.flatMap(({ env = [] }) => env.map(({ name }: { name: string }) => name)),
  ]
  assert.deepEqual(
    names.filter((name) => !known.has(name) && !name.startsWith('AWS_')),
    [],
  )
})

test('every pod has the label by which services and policies find it', () => {
  for (const { metadata } of pods) {
    assert.equal(metadata.labels['app.kubernetes.io/name'], 'songreel')
    assert.ok(['api', 'worker'].includes(metadata.labels['app.kubernetes.io/component']))
  }
})

test('where nodes allow user namespaces, every pod may make them and has the profile for it', (t) => {
  const kustomize = findKustomize()
  if (!kustomize) return t.skip('neither a kubectl from 1.21 on nor kustomize is installed')
  const found = parseManifests(render(kustomize, 'overlays/keda-all-layers')).flatMap(findPods)
  assert.equal(found.length, 3)
  for (const { spec } of found) {
    assert.equal(spec.hostUsers, false)
    assert.deepEqual(spec.securityContext.seccompProfile, {
      type: 'Localhost',
      localhostProfile: 'songreel.json',
    })
    // Kubernetes allows the one only with the other.
    assert.equal(spec.containers[0].securityContext.procMount, 'Unmasked')
    assert.equal(spec.containers[0].securityContext.readOnlyRootFilesystem, true)
  }
})

function readEnv(env: { name: string; value: string }[], name: string): string | undefined {
  return env.find((each) => each.name === name)?.value
}

/** Debian 12's kubectl (1.20) knows no components. */
function findKustomize(): string[] | undefined {
  const named = process.env.SONGREEL_KUSTOMIZE
  const candidates = [...(named ? [named.split(' ')] : []), ['kustomize', 'build'], ['kubectl', 'kustomize']]
  return candidates.find((words) => {
    try {
      render(words, 'base')
      render(words, join('overlays', OVERLAYS[0]!))
      return true
    } catch {
      return false
    }
  })
}

function render([program = '', ...words]: string[], folder: string): string {
  return execFileSync(program, [...words, join(KUBERNETES, folder)], { encoding: 'utf8', stdio: 'pipe' })
}
