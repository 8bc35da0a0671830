import type { Command } from 'commander'

/** Declares `--data`. */
export function addDataOption(command: Command): Command {
  return command.option(
    '--data <folder>',
    "the server's data folder (SONGREEL_DATA_DIR, else ./songreel-data)",
  )
}

/** Where the server keeps its things: flag, environment, default. */
export function chooseDataFolder(flag: string | undefined): string {
  return flag ?? (process.env.SONGREEL_DATA_DIR || './songreel-data')
}
