import type { AudioTrackData } from './audio/audio-track.ts'
import type { Size } from './compose/geometry.ts'
import type { Planes } from './compose/planes.ts'
import type { ClipFile } from './layers/clip-file.ts'
import type { CoverData } from './paint/cover.ts'
import type { Theme } from './paint/palette.ts'
import type { Lyrics, Song } from './template.ts'

/** Everything that a thread needs to build the scene: plain data, nothing left to read but clips. */
export type ScenePlan = {
  /** Address of the module that exports `template`. */
  templateUrl: string
  /** Parsed by the template's schema. */
  data: unknown
  size: Size
  fps: number
  frameCount: number
  song: Song
  theme: Theme
  seed: number
  audio: AudioTrackData
  cover: CoverData
  clips: ClipFile[]
  lyrics?: Lyrics
  watermark: boolean
}

/** What the first thread painted, for the others: post it to a worker as it is, the memory is shared. */
export type SceneShare = {
  readonly memory: WebAssembly.Memory
  readonly kernels: WebAssembly.Module
  readonly painted: readonly unknown[]
}

/** A scene draws any frame into planes that the next draw overwrites; a pure function of the frame's number. */
export type Scene = {
  readonly size: Size
  readonly frameCount: number
  readonly fps: number
  readonly share: SceneShare
  draw(frameIndex: number): Planes
  close(): void
}

/** Builds the plan's scene. Without a share this thread paints and `scene.share` serves the other threads. */
export type BuildScene = (plan: ScenePlan, share?: SceneShare) => Promise<Scene>
