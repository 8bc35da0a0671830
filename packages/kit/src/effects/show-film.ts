import type { ClipFile } from '../compose/clip-file.ts'
import type { Frame } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { ShotFraming } from '../film/frame-shot.ts'
import type { PlayedShots } from '../film/play-shots.ts'
import { clip } from '../layers/clip.ts'
import { scaleBox } from '../paint/frame-layout.ts'
import type { HeldFilm } from './hold-film.ts'

/** How a film is shown in the window that it holds. */
export type FilmShow = {
  clips: readonly ClipFile[]
  film: Pick<HeldFilm, 'window' | 'cameras'>
  played: PlayedShots
  /** Length of one pixel of a 1080-pixel short side. */
  unit: number
  /** How much nearer it comes for a moment, beside 1. */
  swell: (frame: Frame) => number
  /** A jerk of the camera, added to its own movement. Default none. */
  jerk?: (frame: Frame) => { zoom: number; panX: number }
}

const STEADY = { zoom: 0, panX: 0 }

/** All shots in one layer, in their own colours: each frame shows one part of one clip. */
export function showFilm({ clips, film, played, unit, swell, jerk = () => STEADY }: FilmShow): Layer {
  const { indexAt, shotAt, timeAt, moveAt } = played
  const follow = (frame: Frame, name: keyof ShotFraming) => moveAt(frame, film.cameras[indexAt(frame)], name)
  return clip(clips, {
    which: (frame) => shotAt(frame).clip,
    time: timeAt,
    atEnd: 'HOLD',
    zoom: (frame) => follow(frame, 'zoom') * swell(frame) + jerk(frame).zoom,
    panX: (frame) => follow(frame, 'panX') + jerk(frame).panX,
    panY: (frame) => follow(frame, 'panY'),
    box: scaleBox(film.window, unit),
  })
}
