import { isBusy, redraw, redrawAll } from './drawing.ts'
import { atSecs, excerpt, isPlaying, LARGE } from './studio-state.ts'

/** Closer to the end than this, Play starts over. */
const OVER_SECS = 0.05

const song = new Audio('/song')
song.preload = 'auto'
song.onplay = () => {
  isPlaying.value = true
  follow()
}
song.onpause = () => {
  isPlaying.value = false
  redrawAll()
}

/** Starts or stops the song at the moment that is shown. */
export async function togglePlay(): Promise<void> {
  if (!song.paused) return song.pause()
  const { startSecs, durationSecs } = excerpt.value
  song.currentTime = startSecs + (atSecs.value >= durationSecs - OVER_SECS ? 0 : atSecs.value)
  await song.play()
}

/** Goes to another moment; a song that plays goes with it. */
export function scrubTo(secs: number): void {
  atSecs.value = secs
  if (!song.paused) song.currentTime = excerpt.value.startSecs + secs
  redraw(LARGE)
}

/** The picture follows the sound as fast as frames are drawn. */
function follow(): void {
  if (song.paused) return
  const { startSecs, durationSecs } = excerpt.value
  atSecs.value = song.currentTime - startSecs
  if (song.currentTime >= startSecs + durationSecs) song.pause()
  else if (!isBusy()) redraw(LARGE)
  requestAnimationFrame(follow)
}
