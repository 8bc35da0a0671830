import type { BatchRender } from '@songreel/sdk'
import { useRef, useState } from 'preact/hooks'
import { toOwnUrl } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { nameVideo } from '../../data/templates.ts'
import { formatLength } from '../../format/format.ts'
import './compare-card.css'

/** Further apart than this, one can see it. */
const APART_SECS = 0.1
const SIDES = ['Left', 'Right'] as const

type Props = {
  videos: BatchRender[]
  chosen: BatchRender[]
  onChoose(renderIds: string[]): void
  onClose(): void
}

/** Two videos side by side, which play and move together; the left one is heard. */
export function CompareCard({ videos, chosen, onChoose, onClose }: Props) {
  const { refs, isPlaying, secs, toggle, seek, keepTogether, onEnd } = usePair()
  const durationSecs = Math.max(0, ...chosen.map((render) => render.durationSecs ?? 0))
  const choose = (side: number, renderId: string) =>
    onChoose(chosen.map((render, index) => (index === side ? renderId : render.renderId)))
  return (
    <Card
      title="Compare"
      aside={
        <Button isSmall onPress={onClose}>
          Close
        </Button>
      }
    >
      <div class="compare">
        {chosen.map((render, side) => (
          <figure key={side}>
            <div class="player">
              <video
                ref={refs[side]}
                src={render.renderUrl && toOwnUrl(render.renderUrl)}
                poster={render.posterUrl && toOwnUrl(render.posterUrl)}
                aria-label={`${SIDES[side]}: ${nameChoice(render)}`}
                style={{ aspectRatio: render.aspectRatio.replace('x', ' / ') }}
                muted={side > 0}
                playsInline
                preload="metadata"
                onTimeUpdate={keepTogether}
                onEnded={onEnd}
              />
            </div>
            <select
              aria-label={`${SIDES[side]} video`}
              value={render.renderId}
              onChange={({ currentTarget }) => choose(side, currentTarget.value)}
            >
              {videos.map((video) => (
                <option key={video.renderId} value={video.renderId}>
                  {nameChoice(video)}
                </option>
              ))}
            </select>
          </figure>
        ))}
      </div>
      <div class="compare-tools">
        <Button loudness="main" onPress={toggle}>
          {isPlaying ? 'Pause' : 'Play both'}
        </Button>
        <input
          type="range"
          aria-label="Position in both"
          min={0}
          max={durationSecs}
          step={0.01}
          value={secs}
          onInput={({ currentTarget }) => seek(Number(currentTarget.value))}
        />
        <output>{formatLength(secs)}</output>
      </div>
    </Card>
  )
}

/** The file's name tells variations and templates of one shape apart. */
function nameChoice({ aspectRatio, fileName, ...video }: BatchRender): string {
  const number = /-(\d\d)\.\w+$/.exec(fileName)?.[1]
  return [aspectRatio, nameVideo(video), number && `no. ${Number(number)}`].filter(Boolean).join(' · ')
}

/** Two videos that are played, stopped and moved as one. */
function usePair() {
  const left = useRef<HTMLVideoElement>(null)
  const right = useRef<HTMLVideoElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [secs, setSecs] = useState(0)
  const list = () => [left.current, right.current].filter((video) => video !== null)
  const pause = () => {
    for (const video of list()) video.pause()
    setPlaying(false)
  }
  const seek = (toSecs: number) => {
    for (const video of list()) video.currentTime = toSecs
    setSecs(toSecs)
  }
  return {
    refs: [left, right],
    isPlaying,
    secs,
    seek,
    async toggle() {
      if (isPlaying) return pause()
      const isOver = list().every(({ ended }) => ended)
      if (isOver) seek(0)
      setPlaying(true)
      await Promise.all(list().map((video) => video.play()))
    },
    /** The right one follows the left. */
    keepTogether() {
      const [first, second] = [left.current, right.current]
      if (!first || !second) return
      setSecs(Math.max(first.currentTime, second.ended ? 0 : second.currentTime))
      if (!first.ended && !second.ended && Math.abs(first.currentTime - second.currentTime) > APART_SECS)
        second.currentTime = first.currentTime
    },
    onEnd() {
      if (list().every(({ ended }) => ended)) setPlaying(false)
    },
  }
}
