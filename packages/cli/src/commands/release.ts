import type { Command } from 'commander'
import { type GlobalFlags, runCommand } from '../run-command.ts'

/** Flags about a release. */
type ReleaseFlags = GlobalFlags & {
  pack?: string
  art?: string
  photo?: string
  album?: string
  artist?: string
  upc?: string
  quality?: string
  out?: string
  dryRun?: boolean
  open?: boolean
}

/** `songreel release <folder>` */
export function addReleaseCommand(program: Command): void {
  program
    .command('release')
    .argument('<folder>', 'a folder with the songs of an album, its cover, and lyrics beside the songs')
    .summary('all videos of an album')
    .option('--pack <name or file>', 'STANDARD, STREAMING or SOCIAL, or a JSON file of your own')
    .option('--art <file>', "the album's cover")
    .option(
      '--photo <file>',
      "the artist's photograph, for videos with background ARTIST; else artist.jpg in the folder",
    )
    .option('--album <name>', "the album's name")
    .option('--artist <name>', "the album's artist")
    .option('--upc <code>', 'product code, for the manifest')
    .option('--quality <name>', 'PREVIEW, HD, FULL or ULTRA for everything, for a first look')
    .option('--out <folder>', 'where the release goes')
    .option('--dry-run', 'read everything, list what would be made, render nothing')
    .option('--open', 'open the page when it is finished')
    .action(async (folder: string, _: unknown, command: Command) => {
      const flags = command.optsWithGlobals<ReleaseFlags>()
      await runCommand(flags, {}, async (context) => {
        const { parseQuality } = await import('../videos/video-settings.ts')
        const { parseUpc } = await import('../release/parse-upc.ts')
        const { makeRelease } = await import('../release/make-release.ts')
        const { pack, art, photo, album, artist, upc, quality, out } = flags
        const names = {
          ...(album && { album }),
          ...(artist && { artist }),
          ...(upc && { upc: parseUpc(upc) }),
        }
        return makeRelease(
          {
            folder,
            pack,
            art,
            photo,
            names,
            out,
            quality: quality === undefined ? undefined : parseQuality(quality),
            isDryRun: flags.dryRun ?? false,
            isOpened: flags.open ?? false,
          },
          context,
        )
      })
    })
}
