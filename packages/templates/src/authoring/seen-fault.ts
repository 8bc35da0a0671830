import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pictures, type Rehearsal, rehearse } from '@songreel/render/authoring'

/** Something that is wrong with a template and can be seen in one of its frames. */
export class SeenFault extends Error {
  readonly rehearsal: Rehearsal
  readonly frameIndex: number

  constructor(message: string, rehearsal: Rehearsal, frameIndex: number) {
    super(message)
    this.name = 'SeenFault'
    this.rehearsal = rehearsal
    this.frameIndex = frameIndex
  }
}

type Frame = Parameters<typeof pictures.encode>[0]

/** What becomes of pictures of what is wrong: written to a folder (by default one for temporary files), or kept by whoever asks. */
export type PicturePlace = {
  pictureFolder?: string | undefined
  /** Takes a picture, and says what it is called in messages. */
  keepPicture?(frame: Frame): Promise<string>
}

/** Frames are examined small; whoever looks at a fault wants to see it. */
const ENLARGED = 3

/** Draws the frame of a fault, and says in its message where to see it; anything else is thrown as it is. */
export async function showFault(
  error: unknown,
  { contentId, ...place }: PicturePlace & { contentId: string },
): Promise<never> {
  if (!(error instanceof SeenFault)) throw error
  const { rehearsal, frameIndex, message } = error
  const { width, height } = rehearsal.size
  const scene = await rehearse({ ...rehearsal, size: { width: ENLARGED * width, height: ENLARGED * height } })
  const frame = scene.drawRgb(frameIndex)
  scene.close()
  const words = message.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const file = `${contentId.toLowerCase()}-${words.slice(0, 5).join('-')}.png`
  throw new Error(`${message} (see ${await writePicture(place, file, frame)})`, { cause: error })
}

/** Puts a picture of what is wrong in its place, and says where. */
export async function writePicture(
  { pictureFolder: folder = join(tmpdir(), 'songreel-check'), keepPicture }: PicturePlace,
  file: string,
  frame: Frame,
): Promise<string> {
  if (keepPicture) return keepPicture(frame)
  await mkdir(folder, { recursive: true })
  const path = join(folder, file)
  await writeFile(path, await pictures.encode(frame))
  return path
}
