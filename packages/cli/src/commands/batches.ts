import { OUTPUT_FORMATS } from '@songreel/render/start'
import type { Command } from 'commander'
import type { ExitCode } from '../cli-error.ts'
import type { ListFlags } from '../remote/collect-list.ts'
import type { CreateFlags } from '../remote/create-batch.ts'
import type { FieldFlag } from '../remote/resources.ts'
import { addFieldOptions, addListOptions, readValues } from './catalogue.ts'
import {
  addProfileOption,
  addRemoteOptions,
  type Remote,
  type RemoteFlags,
  runRemote,
} from './remote-command.ts'
import { addSongOptions } from './video-options.ts'

const FORMATS = Object.keys(OUTPUT_FORMATS)

type BatchFlags = RemoteFlags & ListFlags
type Actions = typeof import('../remote/manage-batches.ts')

const FILTERS: FieldFlag[] = [
  { field: 'status', flag: 'status', value: 'name', help: 'PENDING, PROCESSING, COMPLETED, FAILED …' },
  { field: 'ref', flag: 'ref', value: 'text', help: 'only those with this reference of yours' },
  { field: 'artistId', flag: 'artist', value: 'id', help: 'only those of this artist' },
  { field: 'mediaBundleId', flag: 'bundle', value: 'id', help: 'only those of this media bundle' },
  { field: 'mediaId', flag: 'media', value: 'id', help: 'only those of this song' },
  {
    field: 'createdAfter',
    flag: 'created-after',
    value: 'time',
    help: 'only later ones, such as 2026-11-01',
  },
  { field: 'createdBefore', flag: 'created-before', value: 'time', help: 'only earlier ones' },
]

/** `songreel batches create|list|get|watch|cancel|retry|download` */
export function addBatchesCommand(program: Command): void {
  const group = program
    .command('batches')
    .summary('create, list, get, watch, cancel, retry, download: videos by a server')
  addCreate(group)
  addFieldOptions(addListOptions(addRemoteOptions(group.command('list'))), FILTERS)
    .summary('the newest first')
    .action((_: unknown, command: Command) =>
      run(command, ({ listBatches }, remote) => listBatches(FILTERS, remote)),
    )
  addRemoteOptions(addId(group, 'get', 'shows one, with its renders')).action(
    act(({ showBatch }, id, remote) => showBatch(id, remote)),
  )
  addProfileOption(
    addId(group, 'watch', 'follows one to its end and prints the addresses of its videos'),
  ).action(act(({ watchBatch }, id, remote) => watchBatch(id, remote)))
  addRemoteOptions(addId(group, 'cancel', 'ends one')).action(
    act(({ changeBatch }, id, remote) => changeBatch('cancel', id, remote)),
  )
  addRemoteOptions(addId(group, 'retry', 'makes its failed and canceled videos again')).action(
    act(({ changeBatch }, id, remote) => changeBatch('retry', id, remote)),
  )
  addProfileOption(addId(group, 'download', 'saves its videos and captions'))
    .option('--out <folder>', 'where to; else here')
    .option('--zip <file>', 'one ZIP of all; - for stdout')
    .action((id: string, _: unknown, command: Command) =>
      runRemote(command, async (remote) => {
        const { downloadBatch } = await import('../remote/download-batch.ts')
        return downloadBatch(id, remote)
      }),
    )
}

function addCreate(group: Command): void {
  addSongOptions(addRemoteOptions(group.command('create')), { isRemote: true })
    .summary('asks for videos and prints the id of the batch')
    .argument('[song]', 'a song file, which is uploaded, or its address')
    .option('--media <id>', 'a song that the server has, instead')
    .option('--request <file>', 'a whole POST /v1/batches body, instead; - for stdin')
    .option('--quality <name>', 'PREVIEW, HD, FULL (1080) or ULTRA (2160)')
    .option('--format <name>', `${FORMATS.slice(0, -1).join(', ')} or ${FORMATS.at(-1)}`)
    .option('--count <number>', 'variations per aspect ratio, 1 to 10')
    .option('--ref <text>', 'a reference of your own')
    .option('--webhook <url>', 'where to send its events')
    .option('--key <text>', 'an Idempotency-Key, so that the command can be repeated')
    .option('--fresh', 'render again what has been rendered before')
    .option('--dry-run', 'check everything, create nothing')
    .option('--wait', 'follow it to its end and print the addresses of the videos')
    .option('--out <folder>', 'follow it to its end and save the videos there')
    .action((song: string | undefined, _: unknown, command: Command) =>
      runRemote<RemoteFlags & CreateFlags>(command, async (remote) => {
        const { createBatch } = await import('../remote/create-batch.ts')
        return createBatch(song, remote)
      }),
    )
}

function addId(group: Command, word: string, summary: string): Command {
  return group.command(word).summary(summary).argument('<id>', 'the id of the batch')
}

type Context = Remote<BatchFlags> & { values: Record<string, unknown> }

function act(choose: (actions: Actions, id: string, remote: Context) => Promise<ExitCode | undefined>) {
  return (id: string, _: unknown, command: Command) =>
    run(command, (actions, remote) => choose(actions, id, remote))
}

function run(
  command: Command,
  choose: (actions: Actions, remote: Context) => Promise<ExitCode | undefined>,
): Promise<void> {
  return runRemote<BatchFlags>(command, async (remote) =>
    choose(await import('../remote/manage-batches.ts'), { ...remote, values: readValues(command, FILTERS) }),
  )
}
