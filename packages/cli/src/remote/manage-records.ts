import { ConflictError, type Songreel } from '@songreel/sdk'
import { CliError, EXIT, usageError } from '../cli-error.ts'
import { cleanText } from '../print.ts'
import { suggest } from '../suggest.ts'
import { collectList, type ListFlags, readFilter } from './collect-list.ts'
import type { OutputFlags } from './output-form.ts'
import { type Fields, printDone, printList, printRecord } from './print-records.ts'
import type { FieldFlag, Resource } from './resources.ts'
import { uploadUnlessUrl } from './upload-unless-url.ts'

/** What these commands work with; `values` are the fields by the names of their flags. */
type Context = {
  client: Songreel
  flags: OutputFlags & ListFlags & { quiet?: boolean; clear?: string[]; cascade?: boolean }
  values: Fields
  signal: AbortSignal
}

/** `songreel artists|bundles|media list` */
export async function listRecords(resource: Resource, context: Context): Promise<undefined> {
  const { client, flags, values, signal } = context
  const filter = readFilter(resource.filters, values)
  const records = await collectList(
    (page) => resource.open(client).list({ ...filter, ...page }, { signal }),
    flags,
  )
  printList(records, { ...resource, flags })
}

/** `… get <id>` */
export async function showRecord(resource: Resource, id: string, context: Context): Promise<undefined> {
  const { client, flags, signal } = context
  printRecord(await resource.open(client).get(id, { signal }), { ...resource, flags })
}

/** `… create`: its id is the result. */
export async function createRecord(resource: Resource, context: Context): Promise<undefined> {
  const { client, flags, signal } = context
  const made = await resource.open(client).create(await readFields(resource, context), { signal })
  printDone(`${capitalise(resource.one)} "${made.name}" is created.`, {
    flags,
    warnings: made.$meta.warnings,
  })
  printRecord(made, { ...resource, flags, isIdEnough: true })
}

/** `… update <id>`: only what is given changes. */
export async function updateRecord(resource: Resource, id: string, context: Context): Promise<undefined> {
  const { client, flags, signal } = context
  const patch = await readFields(resource, context)
  clearFields(resource, patch, flags.clear ?? [])
  if (Object.keys(patch).length === 0)
    throw usageError(
      `Say what to change, such as --name <text>.   Help: songreel ${resource.name} update --help`,
    )
  const changed = await resource.open(client).update(id, patch, { signal })
  printDone(`${capitalise(resource.one)} "${changed.name}" is updated.`, {
    flags,
    warnings: changed.$meta.warnings,
  })
  printRecord(changed, { ...resource, flags })
}

/** `… delete <id>` */
export async function deleteRecord(resource: Resource, id: string, context: Context): Promise<undefined> {
  const { client, flags, signal } = context
  const deleted = await resource
    .open(client)
    .delete(id, { ...(flags.cascade && { cascade: true }), signal })
    .catch(nameCascade)
  printDone(`Deleted. To bring it back: songreel ${resource.name} restore ${id}`, { flags })
  printRecord(deleted, { ...resource, flags, isIdEnough: true })
}

/** `… restore <id>` */
export async function restoreRecord(resource: Resource, id: string, context: Context): Promise<undefined> {
  const { client, flags, signal } = context
  const restored = await resource.open(client).restore(id, { signal })
  printDone(`${capitalise(resource.one)} "${restored.name}" is back.`, { flags })
  printRecord(restored, { ...resource, flags, isIdEnough: true })
}

/** The server names its own way, which is another one here. */
function nameCascade(error: unknown): never {
  if (!(error instanceof ConflictError) || error.code !== 'HAS_CHILDREN') throw error
  const message = cleanText(error.message).replace('send ?cascade=true', 'with this one: --cascade')
  throw new CliError(error.code, EXIT.failed, message, { cause: error })
}

async function readFields({ fields }: Resource, { client, flags, values, signal }: Context): Promise<Fields> {
  const given: Fields = {}
  for (const { field, flag, kind } of fields) {
    const value = values[flag]
    if (value === undefined) continue
    const upload = (each: unknown) => uploadUnlessUrl(client, String(each), { signal, flags })
    if (kind === 'FILES' && Array.isArray(value)) setField(given, field, await Promise.all(value.map(upload)))
    else if (kind === 'NUMBER') setField(given, field, readNumber(flag, value))
    else setField(given, field, kind === 'FILE' ? await upload(value) : value)
  }
  return given
}

/** `colors.accent` is set inside of `colors`. */
function setField(fields: Fields, field: string, value: unknown): void {
  const [first = '', second] = field.split('.')
  fields[first] = second === undefined ? value : { ...(fields[first] as Fields | undefined), [second]: value }
}

function readNumber(flag: string, value: unknown): number {
  const number = Number(value)
  if (String(value).trim() === '' || !Number.isFinite(number))
    throw usageError(`--${flag} takes a number, not ${cleanText(String(value))}.`)
  return number
}

/** `--clear upc` takes a value away. */
function clearFields({ fields }: Resource, patch: Fields, flags: readonly string[]): void {
  const clearable = fields.filter(({ isNeeded }) => !isNeeded)
  for (const flag of flags) setField(patch, getField(clearable, flag).field, null)
}

function getField(fields: readonly FieldFlag[], asked: string): FieldFlag {
  const found = fields.find(({ flag, field }) => flag === asked || field === asked)
  if (found) return found
  const names = fields.map(({ flag }) => flag)
  throw usageError(`--clear takes ${names.join(', ')}, not ${cleanText(asked)}.${suggest(asked, names)}`)
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
