import { constants, copyFile, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, normalize } from 'node:path'
import {
  buildReleasePage,
  type LeftOutOf,
  type MadeVideo,
  type ReleaseFile,
  type ReleaseManifest,
  type ReleaseVideo,
  writeManifest,
} from '@songreel/contract/release-folder'
import type { Templates } from '@songreel/templates'
import { inputError } from '../cli-error.ts'
import { hashFile } from '../import/hash-file.ts'
import { makeFolder } from '../make-folder.ts'
import { cleanText } from '../print.ts'
import { VERSION } from '../version.ts'
import type { Release, ReleaseSongFiles } from './read-release.ts'

const MANIFEST = 'manifest.json'
const PAGE = 'index.html'

/** What a folder already has of a release, by the key of the work that made it. */
export type KnownVideos = ReadonlyMap<string, MadeVideo>

/** Videos of an earlier run whose files are there as they were: those need not be made again. */
export async function findKnownVideos(out: string): Promise<KnownVideos> {
  const manifest = await readManifest(out)
  const known = new Map<string, MadeVideo>()
  for (const { workKey, made } of manifest?.videos ?? [])
    if (workKey && made && (await isWhole(out, made, manifest!.files))) known.set(workKey, made)
  return known
}

async function readManifest(out: string): Promise<ReleaseManifest | undefined> {
  const text = await readFile(join(out, MANIFEST), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const manifest = JSON.parse(text) as ReleaseManifest
    if (manifest.manifestVersion === 1 && Array.isArray(manifest.videos) && Array.isArray(manifest.files))
      return manifest
  } catch {
    // Whatever it is, it is nobody's release.
  }
  throw inputError(
    `${cleanText(join(out, MANIFEST))} is not the manifest of a release. Choose another folder: --out`,
  )
}

/** Whether a video and what lies beside it are what the manifest says. */
async function isWhole(out: string, made: MadeVideo, files: readonly ReleaseFile[]): Promise<boolean> {
  for (const path of listPaths(made)) {
    const file = files.find((each) => each.path === path)
    const facts = await stat(join(out, path)).catch(() => undefined)
    // Somebody may have written into the manifest.
    if (isAbsolute(path) || normalize(path).startsWith('..')) return false
    if (!file || facts?.size !== file.bytes || (await hashFile(join(out, path))) !== file.sha256) return false
  }
  return true
}

function listPaths({ path, poster, captions, chapters }: MadeVideo): string[] {
  const others = [poster, captions?.srt, captions?.vtt, chapters]
  return [path, ...others.filter((each) => typeof each === 'string')]
}

/** Gives a video that is there under another name the name that it has now: songs move when one is added before them. */
export async function placeVideo(out: string, made: MadeVideo, path: string): Promise<MadeVideo> {
  if (made.path === path) return made
  const [stem, oldStem] = [path, made.path].map((each) => each.replace(/\.\w+$/, ''))
  const move = (each: string) => stem + each.slice(oldStem!.length)
  await makeFolder(dirname(join(out, path)))
  for (const each of listPaths(made))
    await copyFile(join(out, each), join(out, move(each)), constants.COPYFILE_FICLONE)
  const { poster, captions, chapters } = made
  return {
    ...made,
    path,
    poster: poster && move(poster),
    captions: captions && { srt: move(captions.srt), vtt: move(captions.vtt) },
    chapters: chapters && move(chapters),
  }
}

/** What a release is, apart from its videos. */
export type ReleaseFacts = {
  release: Release
  pack: string
  leftOut: readonly LeftOutOf<ReleaseSongFiles>[]
  templates: Templates
}

/** Writes `manifest.json` and `index.html` as the folder is now; each replaces the one before it as a whole. */
export async function writeReleaseFolder(
  out: string,
  videos: readonly ReleaseVideo[],
  { release, pack, leftOut, templates }: ReleaseFacts,
): Promise<ReleaseManifest> {
  await makeFolder(out)
  const draft: ReleaseManifest = {
    manifestVersion: 1,
    album: { title: release.title, artist: release.artist, upc: release.upc },
    pack,
    madeBy: `Songreel ${VERSION}`,
    writtenAt: new Date().toISOString(),
    isComplete: videos.every(({ status }) => status === 'COMPLETED'),
    songs: release.songs.map(({ number, facts: { title, artist, isrc = null } }) => ({
      number,
      title,
      artist,
      isrc,
    })),
    videos: [...videos],
    leftOut: leftOut.map(({ song, contentId, reason }) => ({
      song: song?.number ?? null,
      contentId,
      reason,
    })),
    files: [],
  }
  const page = buildReleasePage(draft, {
    nameTemplate: (contentId) => templates.get(contentId)?.template.title ?? contentId,
    captions: await readCaptions(out, videos),
  })
  await replaceFile(join(out, PAGE), page)
  const paths = [PAGE, ...videos.flatMap(({ made }) => (made ? listPaths(made) : []))]
  const files = await Promise.all(paths.map((path) => describeFile(out, path)))
  const manifest = { ...draft, files }
  await replaceFile(join(out, MANIFEST), writeManifest(manifest))
  return manifest
}

async function readCaptions(out: string, videos: readonly ReleaseVideo[]): Promise<Map<string, string>> {
  const paths = videos.flatMap(({ made }) => made?.captions?.vtt ?? [])
  const texts = await Promise.all(paths.map((path) => readFile(join(out, path), 'utf8')))
  return new Map(paths.map((path, index) => [path, texts[index]!]))
}

async function describeFile(out: string, path: string): Promise<ReleaseFile> {
  const file = join(out, path)
  return { path, bytes: (await stat(file)).size, sha256: await hashFile(file) }
}

async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.part`, text)
  await rename(`${path}.part`, path)
}
