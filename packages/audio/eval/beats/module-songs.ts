import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { unpackPackages, unpackProgram } from './debian-packages.ts'
import { type PlayedRow, readModuleTruth } from './module-truth.ts'
import { type LeftOut, nameSong, type Song } from './song.ts'

const runFile = promisify(execFile)

/** Games with tracker modules as their music; those of one author or team count as a genre. */
const PACKAGES = [
  'bb',
  'biniax2-data',
  'bomberclone-data',
  'bugsquish',
  'ceferino-data',
  'circuslinux-data',
  'criticalmass-data',
  'cuyo-data',
  'dodgindiamond2',
  'fb-music-high',
  'flobopuyo',
  'freedroid-data',
  'gemdropx',
  'gl-117-data',
  'gltron',
  'gweled',
  'heroes-sound-tracks',
  'ironseed-data',
  'madbomber-data',
  'monsterz-data',
  'njam-data',
  'open-invaders-data',
  'pachi-data',
  'pathogen',
  'pekka-kana-2-data',
  'penguin-command',
  'pingus-data',
  'rafkill-data',
  'ri-li-data',
  'rockdodger',
  'solarwolf',
  'tecnoballz-data',
  'tomatoes-data',
  'tuxmath-data',
  'tuxtype-data',
  'vectoroids',
  'vodovod',
  'vor',
]

const FORMATS = ['.xm', '.it', '.s3m', '.mod']

const PLAYER = fileURLToPath(new URL('./play-module.py', import.meta.url))

/** The analysis works at this rate; a song says all it has to say within so many seconds. */
const SAMPLE_RATE = 22_050
const MOST_SECS = 150

/** Music written in trackers, played by libopenmpt: its rows say where beats and bars are. */
export async function listModuleSongs(cacheFolder: string): Promise<{ songs: Song[]; leftOut: LeftOut[] }> {
  const { env } = await unpackProgram(cacheFolder, 'openmpt123')
  const folder = path.join(cacheFolder, 'modules')
  await mkdir(folder, { recursive: true })
  const songs: Song[] = []
  const leftOut: LeftOut[] = []
  for (const packageName of PACKAGES) {
    for (const file of await listModules(cacheFolder, packageName)) {
      const name = nameSong(packageName, path.basename(file))
      try {
        const { wav, rows } = await playOnce(file, path.join(folder, name), env)
        const truth = readModuleTruth(rows)
        if (typeof truth === 'string') leftOut.push({ name, reason: truth })
        else
          songs.push({
            name,
            source: 'MODULE',
            genre: `modules (${packageName})`,
            truth,
            prepare: async () => wav,
          })
      } catch (error) {
        leftOut.push({
          name,
          reason: (error as { stderr?: string }).stderr?.trim() || (error as Error).message,
        })
      }
    }
  }
  return { songs, leftOut }
}

async function listModules(cacheFolder: string, packageName: string): Promise<string[]> {
  const root = await unpackPackages(path.join(cacheFolder, 'module-packages', packageName), [packageName])
  const files = await readdir(root, { recursive: true, withFileTypes: true })
  return files
    .filter((each) => each.isFile() && FORMATS.includes(path.extname(each.name).toLowerCase()))
    .map((each) => path.join(each.parentPath, each.name))
    .sort()
}

async function playOnce(
  modulePath: string,
  target: string,
  env: Record<string, string>,
): Promise<{ wav: string; rows: PlayedRow[] }> {
  const [wav, json] = [`${target}.wav`, `${target}.json`]
  if (!existsSync(json)) {
    const draft = `${target}.${process.pid}.draft`
    const args = [PLAYER, modulePath, `${draft}.wav`, `${draft}.json`, `${SAMPLE_RATE}`, `${MOST_SECS}`]
    await runFile('python3', args, { env: { ...process.env, ...env } })
    await rename(`${draft}.wav`, wav)
    await rename(`${draft}.json`, json)
  }
  return { wav, rows: JSON.parse(await readFile(json, 'utf8')) as PlayedRow[] }
}
