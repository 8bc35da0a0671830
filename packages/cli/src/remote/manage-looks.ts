import type { LookInput, Songreel } from '@songreel/sdk'
import { readJsonFile } from '../songs/read-json-file.ts'
import type { OutputFlags } from './output-form.ts'
import { printDone, printRecord } from './print-records.ts'

type Context = { client: Songreel; flags: OutputFlags & { quiet?: boolean }; signal: AbortSignal }

/** The server says what is wrong with it, and where. */
async function readLook(path: string): Promise<LookInput> {
  return (await readJsonFile(path, '{"look": 1, "title": …, "layers": […]}')) as LookInput
}

/** `songreel contents create <file>`: its id is the result. */
export async function createLook(path: string, { client, flags, signal }: Context): Promise<undefined> {
  const made = await client.contents.create(await readLook(path), { signal })
  printDone(`The look is stored as ${made.contentId}.`, { flags })
  printRecord(made, { idField: 'contentId', flags, isIdEnough: true })
}

/** `songreel contents update <id> <file>` */
export async function updateLook(
  id: string,
  path: string,
  { client, flags, signal }: Context,
): Promise<undefined> {
  const changed = await client.contents.update(id, await readLook(path), { signal })
  printDone(`${changed.contentId} is at version ${changed.version}.`, { flags })
  printRecord(changed, { idField: 'contentId', flags })
}

/** `songreel contents delete <id>` */
export async function deleteLook(id: string, { client, flags, signal }: Context): Promise<undefined> {
  const deleted = await client.contents.delete(id, { signal })
  printDone(`Deleted. Videos stay. To bring it back: songreel contents restore ${id}`, { flags })
  printRecord(deleted, { idField: 'contentId', flags, isIdEnough: true })
}

/** `songreel contents restore <id>` */
export async function restoreLook(id: string, { client, flags, signal }: Context): Promise<undefined> {
  const restored = await client.contents.restore(id, { signal })
  printDone(`${restored.contentId} is back, at version ${restored.version}.`, { flags })
  printRecord(restored, { idField: 'contentId', flags, isIdEnough: true })
}
