import { useAudioData, visualizeAudio } from '@remotion/media-utils'
import { createElement as h } from 'react'
import {
  AbsoluteFill,
  Audio,
  Composition,
  getInputProps,
  Img,
  interpolate,
  registerRoot,
  staticFile,
  useCurrentFrame,
  useVideoConfig,
} from 'remotion'

const FPS = 30
const BEAT_SECS = 60 / 112

function Scene() {
  const frame = useCurrentFrame()
  const { durationInFrames } = useVideoConfig()
  const audioData = useAudioData(staticFile('song.mp3'))
  const zoom = interpolate(frame, [0, durationInFrames], [1.1, 1.25])
  const beat = Math.exp(-((frame / FPS) % BEAT_SECS) / 0.2)
  const levels = audioData
    ? visualizeAudio({ fps: FPS, frame, audioData, numberOfSamples: 64 })
    : new Array(64).fill(0)
  const place = (x, y, width, height, style) => ({
    style: { position: 'absolute', left: x, top: y, width, height, ...style },
  })
  const line = (text, y, size) =>
    h(
      'div',
      {
        key: text,
        ...place(90, y, 900, size * 1.2, {
          color: 'white',
          fontSize: size,
          fontWeight: 700,
          fontFamily: 'sans-serif',
        }),
      },
      text,
    )
  return h(
    AbsoluteFill,
    { style: { backgroundColor: 'black' } },
    h(Img, {
      src: staticFile('blurred.png'),
      ...place(-420, 0, 1920, 1920, { transform: `scale(${zoom})` }),
    }),
    h(
      'div',
      place(140, 360, 800, 800, { borderRadius: 32, boxShadow: `0 0 90px rgba(255,176,112,${0.8 * beat})` }),
    ),
    h(Img, {
      src: staticFile('cover.png'),
      ...place(140, 360, 800, 800, { borderRadius: 32, boxShadow: '0 24px 72px rgba(0,0,0,.5)' }),
    }),
    ...levels.map((level, bar) => {
      const height = 9 + 221 * Math.min(1, Math.sqrt(level))
      return h('div', {
        key: bar,
        ...place(90 + (bar * 900) / 64, 1480 - height, 9, height, {
          borderRadius: 4.5,
          background: '#ffb070',
        }),
      })
    }),
    line('Tin Lanterns', 1540, 84),
    line('Odalys Wren', 1640, 52),
    line('Out now', 1710, 40),
    h('div', place(90, 1780, (900 * frame) / durationInFrames, 10, { background: 'white' })),
    h(Audio, { src: staticFile('song.mp3') }),
  )
}

function Root() {
  const { frames } = getInputProps()
  return h(Composition, {
    id: 'scene',
    component: Scene,
    width: 1080,
    height: 1920,
    fps: FPS,
    durationInFrames: frames,
  })
}

registerRoot(Root)
