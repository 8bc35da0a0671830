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

/** Where pictures of what is wrong are written, and of which template. */
export type PicturePlace = { contentId: string; pictureFolder?: string | undefined }

/** Frames are examined small; whoever looks at a fault wants to see it. */
const ENLARGED = 3

/** Draws the frame of a fault, and says in its message where to see it; anything else is thrown as it is. */
export async function showFault(error: unknown, { contentId, pictureFolder }: PicturePlace): Promise<never> {
  if (!(error instanceof SeenFault)) throw error
  const { rehearsal, frameIndex, message } = error
  const { width, height } = rehearsal.size
  const scene = await rehearse({ ...rehearsal, size: { width: ENLARGED * width, height: ENLARGED * height } })
  const frame = scene.drawRgb(frameIndex)
  scene.close()
  const words = message.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const file = `${contentId.toLowerCase()}-${words.slice(0, 5).join('-')}.png`
  throw new Error(`${message} (see ${await writePicture(pictureFolder, file, frame)})`, { cause: error })
}

/** Writes a picture of what is wrong; without a folder, to one for temporary files. */
export async function writePicture(
  folder = join(tmpdir(), 'songreel-check'),
  file: string,
  frame: Parameters<typeof pictures.encode>[0],
): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, file)
  await writeFile(path, await pictures.encode(frame))
  return path
}
