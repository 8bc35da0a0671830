import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAllDocuments } from 'yaml'

/** The clone. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The manifests. */
export const KUBERNETES = join(ROOT, 'ops/kubernetes')

/** A resource of Kubernetes, as far as we look into it. */
export type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string }
  // biome-ignore lint/suspicious/noExplicitAny: its shape depends on its kind, and the published schemas check it.
  spec?: any
}

/** Every resource in the base and the components, as it stands in its file. */
export function readManifests(): Manifest[] {
  const files = globSync('{base,components}/**/*.yaml', { cwd: KUBERNETES }).sort()
  return files.flatMap((file) => parseManifests(readFileSync(join(KUBERNETES, file), 'utf8')))
}

/** The resources in a text; what only kustomize itself reads is none. */
export function parseManifests(text: string): Manifest[] {
  const documents = parseAllDocuments(text).map((each) => each.toJS())
  return documents.filter(
    (each) => each?.apiVersion && !String(each.apiVersion).startsWith('kustomize.config'),
  )
}

/** The pods that a resource makes. */
export function findPods({ kind, spec }: Manifest) {
  if (kind === 'Deployment') return [spec.template]
  if (kind === 'ScaledJob') return [spec.jobTargetRef.template]
  if (kind === 'CronJob') return [spec.jobTemplate.spec.template]
  return []
}
