import { randomUUID } from 'node:crypto'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { backdrop } from '@songreel/kit'
import type { Size } from '@songreel/kit/core'
import { createScene, drawPicture, type Frame } from '@songreel/kit/drawing'
import { type FrameSource, planSegments } from '../encode/frame-source.ts'
import { getFormat } from '../encode/get-format.ts'
import { createMuxer, type Muxer } from '../encode/muxer.ts'
import { createSegmentEncoder } from '../encode/segments/segment-encoder.ts'
import { paintScenery, type Scenery } from './paint-scenery.ts'

/** One clip: what it shows, how a camera would pass over it, and the form that such a file has. */
type Take = { scenery: Scenery; size: Size; fps: number; secs: number; move(frame: Frame): Move }
type Move = { zoom: number; panX: number; panY: number }

/** A camera, a phone held upright and an old square one: three forms, as artists really send them. */
const TAKES: readonly Take[] = [
  {
    scenery: 'ROAD',
    size: { width: 640, height: 360 },
    fps: 24,
    secs: 5,
    move: ({ secs, position }) => ({
      zoom: 1.05 + 0.35 * position,
      panX: 0.25 * Math.sin(secs),
      panY: 0.1 * Math.sin(1.7 * secs),
    }),
  },
  {
    scenery: 'SHORE',
    size: { width: 360, height: 640 },
    fps: 30,
    secs: 4,
    move: ({ secs, position }) => ({
      zoom: 1.25,
      panX: -0.1 + 0.7 * position,
      panY: 0.2 * Math.sin(2 * secs),
    }),
  },
  {
    scenery: 'CITY',
    size: { width: 480, height: 480 },
    fps: 25,
    secs: 4,
    move: ({ secs, position }) => ({
      zoom: 1.5 - 0.3 * position,
      panX: 0.5 - position,
      panY: 0.1 * Math.cos(secs),
    }),
  },
]

/**
 * Writes three short silent clips into a folder, for whoever needs something to cut; never half a file. They are small,
 * so that they are quickly made; an `enlargement` of 3 gives them the size of a camera's.
 */
export async function makeDemoClips(folder: string, { enlargement = 1 } = {}): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const files: string[] = []
  for (const [i, take] of TAKES.entries()) {
    const file = join(folder, `clip-${i + 1}.mp4`)
    const draft = join(folder, `.${randomUUID()}.mp4`)
    await writeTake(take, enlargement, draft)
    await rename(draft, file)
    files.push(file)
  }
  return files
}

async function writeTake(
  { scenery, size: { width, height }, fps, secs, move }: Take,
  enlargement: number,
  file: string,
): Promise<void> {
  const picture = paintScenery(scenery)
  const layer = backdrop(
    { image: drawPicture(picture), width: picture.width, height: picture.height },
    {
      zoom: (frame) => move(frame).zoom,
      panX: (frame) => move(frame).panX,
      panY: (frame) => move(frame).panY,
    },
  )
  const size = { width: width * enlargement, height: height * enlargement }
  const scene = await createScene([layer], { size, fps, frameCount: fps * secs })
  writeSilentVideo(scene, file)
  scene.close()
}

function writeSilentVideo(frames: FrameSource, file: string): void {
  const { fps, frameCount, size } = frames
  const spec = getFormat('MP4')
  const encoder = createSegmentEncoder(frames, spec.video, 'PREVIEW')
  const song = { title: 'Clip', artist: '', album: '' }
  let muxer: Muxer | undefined
  for (const [index, range] of planSegments(frameCount, fps).entries()) {
    const segment = encoder.encode(index, range)
    const { extradata } = segment
    muxer ??= createMuxer({ file, spec, size, fps, song, audio: null, extradata })
    muxer.write(segment, [])
  }
  muxer?.finish()
  muxer?.free()
  encoder.free()
}
