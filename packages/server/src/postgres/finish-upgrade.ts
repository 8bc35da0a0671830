import { existsSync } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { crashPoint } from '../crash-point.ts'
import { type Places, syncFolder } from './cluster.ts'

const READY = 'upgrade-ready.json'

/** An upgrade whose new data is complete and compared, so that the switch can be made at any time, however often it is begun. */
type ReadyUpgrade = {
  /** Where the old data goes, in the folder of PostgreSQL. */
  oldName: string
  /** Where the new data was made, in the same folder. */
  draft: string
}

/** Writes down that new data is ready, and puts it in place of the old. */
export async function switchData(places: Places, ready: ReadyUpgrade): Promise<void> {
  const draft = join(places.root, `${READY}.draft`)
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(JSON.stringify(ready))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, join(places.root, READY))
  await syncFolder(places.root)
  await crashPoint('upgrade-ready')
  await finishUpgrade(places)
}

/**
 * Finishes a switch that was begun: the old data gets another name, the new one its place. Between these two there is no data
 * under the name that a start looks for, so every start comes here first. Only the holder of the folder's lock may call this.
 */
export async function finishUpgrade({ root, cluster }: Places): Promise<boolean> {
  const file = join(root, READY)
  if (!existsSync(file)) return false
  const { oldName, draft }: ReadyUpgrade = JSON.parse(await readFile(file, 'utf8'))
  const [old, fresh] = [join(root, oldName), join(root, draft, 'postgres', 'data')]
  if (existsSync(fresh)) {
    if (existsSync(cluster)) await rename(cluster, old)
    await syncFolder(root)
    await crashPoint('upgrade-old-moved')
    await rename(fresh, cluster)
    await syncFolder(root)
  }
  await crashPoint('upgrade-new-moved')
  await rm(file)
  await syncFolder(root)
  await rm(join(root, draft), { recursive: true, force: true })
  return true
}
