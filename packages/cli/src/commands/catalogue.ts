import { type Command, Option } from 'commander'
import type { ListFlags } from '../remote/collect-list.ts'
import { type FieldFlag, RESOURCES, type Resource } from '../remote/resources.ts'
import { collect } from './collect.ts'
import { addRemoteOptions, type Remote, type RemoteFlags, runRemote } from './remote-command.ts'

type CatalogueFlags = RemoteFlags & ListFlags & { clear?: string[]; cascade?: boolean }
type Actions = typeof import('../remote/manage-records.ts')

/** `songreel artists|bundles|media|brands list|get|create|update|delete|restore`, and `bundles|media renders` */
export function addCatalogueCommands(program: Command): void {
  for (const resource of RESOURCES) addResource(program, resource)
}

function addResource(program: Command, resource: Resource): void {
  const { name, one, fields, filters, hasChildren, hasRenders } = resource
  const words = `list, get, create, update, delete, restore${hasRenders ? ', renders' : ''}`
  const group = program.command(name).summary(`${words}: ${describe(name)}`)
  const id = `the id of the ${one}`
  const add = (word: string, summary: string) => addRemoteOptions(group.command(word)).summary(summary)
  addFieldOptions(addListOptions(add('list', 'the newest first')), filters).action(
    (_: unknown, command: Command) =>
      run(command, filters, ({ listRecords }, context) => listRecords(resource, context)),
  )
  add('get', 'shows one')
    .argument('<id>', id)
    .action((id: string, _: unknown, command: Command) =>
      run(command, [], ({ showRecord }, context) => showRecord(resource, id, context)),
    )
  addFieldOptions(add('create', 'makes one and prints its id'), fields, { isNew: true }).action(
    (_: unknown, command: Command) =>
      run(command, fields, ({ createRecord }, context) => createRecord(resource, context)),
  )
  const changeable = fields.filter(({ isFixed }) => !isFixed)
  addFieldOptions(add('update', 'changes what you give').argument('<id>', id), changeable)
    .option('--clear <field>', 'takes a value away; can be repeated', collect)
    .action((id: string, _: unknown, command: Command) =>
      run(command, changeable, ({ updateRecord }, context) => updateRecord(resource, id, context)),
    )
  const remove = add('delete', 'deletes one; restore brings it back').argument('<id>', id)
  if (hasChildren) remove.option('--cascade', 'with all that belongs to it')
  remove.action((id: string, _: unknown, command: Command) =>
    run(command, [], ({ deleteRecord }, context) => deleteRecord(resource, id, context)),
  )
  add('restore', 'brings a deleted one back')
    .argument('<id>', id)
    .action((id: string, _: unknown, command: Command) =>
      run(command, [], ({ restoreRecord }, context) => restoreRecord(resource, id, context)),
    )
  if (hasRenders) addRenders(add('renders', 'its videos, and which of them are out of date'), id)
}

function addRenders(command: Command, id: string): void {
  addListOptions(command.argument('<id>', id))
    .option('--stale', 'only those that are out of date')
    .action((id: string, _: unknown, command: Command) =>
      runRemote<CatalogueFlags & { stale?: boolean }>(command, async (remote) => {
        const { listRenders } = await import('../remote/rebuild.ts')
        return listRenders(id, remote)
      }),
    )
}

/** Declares how much of a list is wanted. */
export function addListOptions(command: Command): Command {
  return command.option('--limit <number>', 'how many; else 25').option('--all', 'all of them')
}

/** Declares fields or filters. */
export function addFieldOptions(
  command: Command,
  fields: readonly FieldFlag[],
  { isNew = false }: { isNew?: boolean } = {},
): Command {
  for (const { flag, value, help, kind, isNeeded = false } of fields) {
    const option = new Option(kind === 'SWITCH' ? `--${flag}` : `--${flag} <${value}>`, help)
    if (kind === 'FILES') option.argParser(collect)
    command.addOption(option.makeOptionMandatory(isNew && isNeeded))
  }
  return command
}

/** The values of these flags, by their names on the command line. */
export function readValues(command: Command, fields: readonly FieldFlag[]): Record<string, unknown> {
  const given = command.options.filter(({ long }) => fields.some(({ flag }) => long === `--${flag}`))
  return Object.fromEntries(
    given.map((option) => [option.long?.slice(2), command.getOptionValue(option.attributeName())]),
  )
}

function run(
  command: Command,
  fields: readonly FieldFlag[],
  act: (
    actions: Actions,
    context: Remote<CatalogueFlags> & { values: Record<string, unknown> },
  ) => Promise<undefined>,
): Promise<void> {
  return runRemote<CatalogueFlags>(command, async (remote) =>
    act(await import('../remote/manage-records.ts'), { ...remote, values: readValues(command, fields) }),
  )
}

function describe(name: Resource['name']): string {
  const words = {
    artists: 'artists',
    bundles: 'media bundles (albums, EPs, singles)',
    media: 'songs',
    brands: 'what videos wear',
  }
  return words[name]
}
