import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { analyseAudio } from '../audio/analyse-audio.ts'
import type { AudioAnalysis } from '../audio/audio-analysis.ts'
import { type AudioTrackData, silentAudioTrackData } from '../audio/audio-track.ts'
import { sampleAudioTrack } from '../audio/sample-audio-track.ts'
import { synthesiseSong } from '../audio/synthesise-song.ts'
import { writeWav } from '../audio/write-wav.ts'
import { smoothstep } from '../paint/easing.ts'

/** SONG is a synthesised pop song, POUNDING everything a beat can do to a picture, SILENCE a song of nothing. */
export type RehearsalMusic = 'SONG' | 'POUNDING' | 'SILENCE'

/** How long the music is and how often it is looked at. */
export type MusicTiming = { secs: number; fps: number }

const SONG_BPM = 120
const SONG_SECS = 24

let songAnalysis: Promise<AudioAnalysis> | undefined

/** Music for a rehearsal; the song is synthesised and listened to once a process. */
export async function playMusic(music: RehearsalMusic, { secs, fps }: MusicTiming): Promise<AudioTrackData> {
  const frameCount = Math.max(1, Math.round(secs * fps))
  if (music === 'SILENCE') return silentAudioTrackData(frameCount, fps)
  if (music === 'POUNDING') return pound(frameCount, fps)
  songAnalysis ??= listenToSong()
  return sampleAudioTrack(await songAnalysis, { startSecs: 0, endSecs: secs, fps })
}

async function listenToSong(): Promise<AudioAnalysis> {
  const bars = (SONG_SECS * SONG_BPM) / 60 / 4
  const { pcm } = synthesiseSong({ bpm: SONG_BPM, parts: [{ part: 'chorus', bars }] })
  const folder = await mkdtemp(join(tmpdir(), 'songreel-rehearsal-'))
  try {
    const path = join(folder, 'song.wav')
    await writeWav(pcm, path)
    return await analyseAudio(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Eight full beats a second that switch everything on and off: no song is worse. */
function pound(frameCount: number, fps: number): AudioTrackData {
  const track = silentAudioTrackData(frameCount, fps)
  const beatsPerSec = 8
  for (let i = 0; i < frameCount; i++) {
    const age = ((i / fps) * beatsPerSec) % 1
    const level = 1 - smoothstep(0.3, 0.8, age)
    for (const curve of [track.beat, track.downbeat, track.onset, track.bass, track.glow, track.loudness]) {
      curve[i] = level
    }
    track.bands.fill(level, i * 64, (i + 1) * 64)
    track.barPosition[i] = age
  }
  const beatSecs = Array.from(
    { length: Math.ceil((frameCount / fps) * beatsPerSec) },
    (_, i) => i / beatsPerSec,
  )
  return { ...track, bpm: 240, confidence: 1, beatSecs, downbeatSecs: beatSecs, peaks: track.peaks.fill(1) }
}
