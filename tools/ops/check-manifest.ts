import type { Manifest } from './manifests.ts'

type Model = { validate(): void }
type ModelClass = new (data: object) => Model

/**
 * What the published schemas say against a resource. They let fields pass that they don't know, which a cluster refuses
 * or, worse, ignores: so we also note which fields the check has looked at. What it didn't, it doesn't know.
 */
export async function checkManifest(manifest: Manifest): Promise<string[]> {
  const name = `${manifest.kind} ${manifest.metadata?.name}`
  const Resource = await loadModel(manifest)
  const seen = new Set<string>()
  try {
    const fields = Object.entries(manifest).map(([key, value]) => [key, watch(value, key, seen)])
    // Not by its constructor, which reads everything to copy it.
    Object.assign(new Resource({}), Object.fromEntries(fields)).validate()
  } catch (error) {
    return [`${name}: ${error instanceof Error ? error.message : error}`]
  }
  return Object.entries(manifest)
    .filter(([key]) => !['apiVersion', 'kind'].includes(key))
    .flatMap(([key, value]) => listUnseen(value, key, seen))
    .map((path) => `${name}: ${path} is not in the schema`)
}

/** kubernetes-models has a module for each kind, named by its group and version. */
async function loadModel({ apiVersion, kind }: Manifest): Promise<ModelClass> {
  const home = apiVersion.startsWith('keda.sh/') ? '@kubernetes-models/keda' : 'kubernetes-models'
  const { [kind]: found } = await import(`${home}/${apiVersion}/${kind}`)
  return found
}

/** Notes every field that is read. */
function watch<Value>(value: Value, path: string, seen: Set<string>): Value {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get(target, key) {
      const inner: unknown = Reflect.get(target, key)
      if (typeof key !== 'string') return inner
      seen.add(`${path}.${key}`)
      return watch(inner, `${path}.${key}`, seen)
    },
  })
}

/** Fields that nobody has read; what lies below them isn't listed again. */
function listUnseen(value: unknown, path: string, seen: Set<string>): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const place = `${path}.${key}`
    return seen.has(place) ? listUnseen(inner, place, seen) : [place]
  })
}
