import type { Command } from 'commander'
import type { BackupFlags } from '../maintenance/run-backup.ts'
import type { UpgradeFlags } from '../maintenance/run-upgrade.ts'
import { runPlainCommand } from '../run-command.ts'
import { addDataOption } from './data-option.ts'

const PLACE = 'a folder or s3://bucket/folder'

/** `songreel backup`, `songreel restore` and `songreel upgrade-database` */
export function addBackupCommands(program: Command): void {
  addPlaceOptions(program.command('backup'))
    .summary('database, files and secret of the server, running or not')
    .argument('<where>', `where backups lie: ${PLACE}`)
    .option('--keep <number>', 'afterwards remove all but the newest so many')
    .option('--verify', 'make none: read the newest and compare every byte')
    .option('--list', 'make none: show those that are there')
    .option('--backup <name>', 'with --verify: another than the newest')
    .action(async (where: string, _: unknown, command: Command) => {
      const flags = command.optsWithGlobals<BackupFlags>()
      await runPlainCommand(flags, async () => {
        const { runBackup } = await import('../maintenance/run-backup.ts')
        return runBackup(where, flags)
      })
    })
  addPlaceOptions(program.command('restore'))
    .summary('a backup into an empty data folder')
    .argument('<where>', `where backups lie: ${PLACE}`)
    .option('--backup <name>', 'another than the newest')
    .action(async (where: string, _: unknown, command: Command) => {
      const flags = command.optsWithGlobals<BackupFlags>()
      await runPlainCommand(flags, async () => {
        const { runRestore } = await import('../maintenance/run-restore.ts')
        return runRestore(where, flags)
      })
    })
  addDataOption(program.command('upgrade-database'))
    .summary('moves the embedded PostgreSQL to the version that this Songreel brings')
    .option('--programs <folder>', 'the programs (postgres, initdb) of the version that made the data')
    .action(async (_: unknown, command: Command) => {
      const flags = command.optsWithGlobals<UpgradeFlags>()
      await runPlainCommand(flags, async () => {
        const { runUpgrade } = await import('../maintenance/run-upgrade.ts')
        return runUpgrade(flags)
      })
    })
}

function addPlaceOptions(command: Command): Command {
  return addDataOption(command)
    .option('--s3-endpoint <url>', 'the S3 server of the backups (else SONGREEL_S3_ENDPOINT, else AWS)')
    .option('--s3-region <name>', 'its region (else SONGREEL_S3_REGION)')
}
