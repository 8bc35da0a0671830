import type { Command } from 'commander'
import { runCommand } from '../run-command.ts'
import type { RenderCommand } from '../videos/render-song.ts'
import { addSongOptions, readSongOrder, type SongFlags } from './video-options.ts'

type PreviewFlags = SongFlags & { at?: string }

/** `songreel preview <song>` */
export function addPreviewCommand(program: Command): void {
  addSongOptions(
    program.command('preview').argument('<song>', 'a song (mp3, flac, wav, aiff, ogg, opus, m4a)'),
  )
    .summary('one still per shape, in a second or so')
    .option('--at <time>', 'position in the video, such as 0:12; by default a lively one')
    .option('--quality <name>', 'PREVIEW, HD, FULL (1080) or ULTRA (2160)')
    .option('--out <place>', 'a folder, or the name of one file')
    .action(async (song: string, _: unknown, command: Command) => {
      const flags = command.optsWithGlobals<PreviewFlags>()
      await runCommand(flags, {}, async (context) => {
        const { previewSong } = await import('../videos/preview-song.ts')
        const { parseMoment } = await import('../videos/video-settings.ts')
        const atSecs = flags.at === undefined ? undefined : parseMoment('--at')(flags.at)
        return previewSong({ ...(await readOrder(song, flags)), atSecs }, context)
      })
    })
}

async function readOrder(song: string, flags: PreviewFlags): Promise<RenderCommand> {
  const { parseAspects, parseMoment, parseQuality } = await import('../videos/video-settings.ts')
  return {
    files: { song, art: flags.art, lyrics: flags.lyrics, clips: flags.clip, photo: flags.photo },
    song: readSongOrder(flags, { parseMoment, count: 1 }),
    settings: {
      quality: flags.quality === undefined ? 'HD' : parseQuality(flags.quality),
      format: 'MP4',
      fps: undefined,
      loudness: 'ORIGINAL',
      motion: 'FULL',
      count: 1,
      aspects: flags.aspect === undefined ? undefined : parseAspects(flags.aspect),
    },
    out: flags.out,
    brand: flags.brand,
    keepsSegments: false,
  }
}
