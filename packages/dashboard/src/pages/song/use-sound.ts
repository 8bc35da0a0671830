import { type Signal, signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { showError } from '../../components/toast.tsx'

/** A song that can be heard: one for the whole page, so that two parts of it never play at once. */
export type Sound = {
  /** Where it is, kept up to date while it plays. */
  secs: Signal<number>
  isPlaying: Signal<boolean>
  rate: Signal<number>
  play(): void
  pause(): void
  toggle(): void
  seek(secs: number): void
  setRate(rate: number): void
  /** Where it was at a moment of the page's clock: events come a little after what they tell of. */
  locate(timeStampMs: number): number
  close(): void
}

/** The sound of a page; undefined without a file. */
export function useSound(url: string | undefined): Sound | undefined {
  const sound = useMemo(() => (url ? createSound(url) : undefined), [url])
  useEffect(() => () => sound?.close(), [sound])
  return sound
}

function createSound(url: string): Sound {
  const audio = new Audio(url)
  audio.preload = 'metadata'
  const secs = signal(0)
  const isPlaying = signal(false)
  const rate = signal(1)
  let frame = 0
  const follow = () => {
    secs.value = audio.currentTime
    frame = audio.paused ? 0 : requestAnimationFrame(follow)
  }
  const note = () => {
    isPlaying.value = !audio.paused
    cancelAnimationFrame(frame)
    follow()
  }
  for (const type of ['play', 'pause', 'ended', 'seeked']) audio.addEventListener(type, note)
  const play = () => void audio.play().catch(showError)
  return {
    secs,
    isPlaying,
    rate,
    play,
    pause: () => audio.pause(),
    toggle: () => (audio.paused ? play() : audio.pause()),
    seek(to) {
      audio.currentTime = Math.max(0, to)
      secs.value = audio.currentTime
    },
    setRate(next) {
      audio.playbackRate = next
      rate.value = next
    },
    locate(timeStampMs) {
      const lateSecs = audio.paused ? 0 : ((performance.now() - timeStampMs) / 1000) * audio.playbackRate
      return Math.max(0, audio.currentTime - lateSecs)
    },
    close() {
      cancelAnimationFrame(frame)
      audio.pause()
      audio.removeAttribute('src')
    },
  }
}
