import type { Command } from 'commander'
import { usageError } from '../cli-error.ts'
import { type GlobalFlags, runCommand } from '../run-command.ts'
import { collect } from './collect.ts'

type StudioFlags = GlobalFlags & {
  lyrics?: string
  clip?: string[]
  photo?: string
  brand?: string
  port?: string
  open?: boolean
}

/** `songreel studio <folder> [song] [cover]` */
export function addStudioCommand(program: Command): void {
  program
    .command('studio')
    .summary('a page that shows a template of your own while you write it')
    .argument('<folder>', 'the folder of a template')
    .argument('[song]', 'your song; else the demo')
    .argument('[cover]', 'its cover; else the one in the song or next to it')
    .option('--lyrics <file>', 'lyrics, for a template that shows them')
    .option('--clip <file>', 'a video, for a template that shows some; can be repeated', collect)
    .option('--photo <file>', "the artist's photograph, for a template that takes one behind it")
    .option('--brand <file>', 'what it wears: logo, fonts, colours and end card in a JSON file')
    .option('--port <number>', 'the port of the page; else 4410')
    .option('--open', 'open the page in a browser')
    .action(
      async (
        folder: string,
        song: string | undefined,
        art: string | undefined,
        _: unknown,
        command: Command,
      ) => {
        const flags = command.optsWithGlobals<StudioFlags>()
        await runCommand(flags, {}, async (context) => {
          const { runStudio } = await import('../studio/run-studio.ts')
          const { lyrics, clip: clips = [], photo, brand, open } = flags
          return runStudio(
            { folder, song, art, lyrics, clips, photo, brand, open, port: parsePort(flags.port) },
            context,
          )
        })
      },
    )
}

function parsePort(text = '4410'): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw usageError(`--port ${text} is no port; give a number from 0 to 65535.`)
}
