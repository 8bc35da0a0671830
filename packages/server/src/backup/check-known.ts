import { KNOWN_PG_BOSS } from '../queue/known-schema.ts'
import { StartError } from '../start-error.ts'
import { readMigrations } from '../store/migrate.ts'
import type { BackupPlace } from './backup-place.ts'
import type { Manifest } from './manifest.ts'

/** Refuses a backup whose tables a newer program has made. */
export async function checkKnown(place: BackupPlace, manifest: Manifest): Promise<void> {
  const { name, songreelVersion, migrations, queueVersion } = manifest
  const known = new Map((await readMigrations()).map((migration) => [migration.name, migration.checksum]))
  const unknown = migrations.find((migration) => known.get(migration.name) !== migration.checksum)
  const isQueueNewer = queueVersion !== null && queueVersion > KNOWN_PG_BOSS.schema
  if (!unknown && !isQueueNewer) return
  const what = unknown ? unknown.name : `version ${queueVersion} of the queue's tables`
  const message = `${place.name}: the backup ${name} was made by Songreel ${songreelVersion} with a newer database (${what}) than this version knows. Install songreel@${songreelVersion} or newer, and restore with that.`
  throw new StartError('DATABASE_NEWER', { message })
}
