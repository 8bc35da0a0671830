import { join } from 'node:path'
import { analyseAudio } from '@songreel/render'
import { EXIT } from '../cli-error.ts'
import { openFile } from '../open-file.ts'
import type { CommandContext, Outcome } from '../run-command.ts'
import { findFile } from '../songs/find-file.ts'
import { findFiles, readSong } from '../songs/read-song.ts'
import { openSongCache } from '../songs/song-cache.ts'
import { makeTempFolder, removeTempFolder } from '../temp-folders.ts'
import { readBrand } from '../videos/read-brand.ts'
import { openStudio, type StudioSong } from './open-studio.ts'
import { type ServedStudio, serveStudio } from './serve-studio.ts'

/** What a person says about the studio. */
export type StudioOrder = {
  folder: string
  song: string | undefined
  art: string | undefined
  lyrics: string | undefined
  clips: readonly string[]
  photo: string | undefined
  brand: string | undefined
  port: number
  open?: boolean
}

/** `songreel studio`: serves the page until it is stopped. */
export async function runStudio(order: StudioOrder, { reporter, signal }: CommandContext): Promise<Outcome> {
  const workFolder = await makeTempFolder()
  try {
    const brand = order.brand === undefined ? undefined : await readBrand(order.brand)
    const shown = { ...(await findSong(order, workFolder, signal)), brand }
    reporter.wait('Listening')
    // Kept for the pictures: a whole song takes longer to analyse than anybody wants to wait for one.
    const { audio } = shown.files
    const cacheFolder = await openSongCache(workFolder)
    if (audio) await analyseAudio(audio, { cacheFolder, signal })
    reporter.wait()
    let served: ServedStudio | undefined
    const studio = await openStudio(order.folder, shown, {
      workFolder,
      cacheFolder,
      onChange: () => served?.noteChange(),
    })
    const onBuild = () => reporter.wait('Building the page, once')
    served = await serveStudio(studio, { port: order.port, song: audio ?? '', onBuild })
    reporter.wait()
    reporter.result(served.url)
    reporter.advise(`  Edit ${order.folder}; the page follows. Ctrl-C ends it.`)
    if (order.open) openFile(served.url)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    await served.close()
    await studio.close()
    return { exitCode: EXIT.ok, files: [] }
  } finally {
    await removeTempFolder(workFolder)
  }
}

/** The user's song and cover, or the demo's. */
async function findSong(order: StudioOrder, workFolder: string, signal: AbortSignal): Promise<StudioSong> {
  const { song, art, lyrics } = order
  const clips = await Promise.all(order.clips.map((clip) => findFile(clip, 'clip')))
  const photo = order.photo ? { photo: await findFile(order.photo, 'photo') } : {}
  if (song === undefined) {
    const { DEMO_SONG, makeDemo, writeDemoLyrics } = await import('@songreel/render')
    const made = await makeDemo(join(workFolder, 'demo'))
    const { title, artist, album } = DEMO_SONG
    const sung = lyrics ? await findFile(lyrics, 'lyrics file') : await writeDemoLyrics(workFolder)
    const files = { audio: made.song, cover: made.cover, clips, lyrics: sung, ...photo }
    return { files, song: { title, artist, album } }
  }
  const files = await findFiles({ song, ...(art && { art }), ...(lyrics && { lyrics }) })
  const found = await readSong(files, {}, { signal })
  const cover = files.art ?? found.cover.file
  return {
    files: {
      audio: files.song,
      clips,
      ...photo,
      ...(cover && { cover }),
      ...(files.lyrics && { lyrics: files.lyrics }),
    },
    song: found.song,
  }
}
