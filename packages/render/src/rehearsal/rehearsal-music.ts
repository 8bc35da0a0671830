import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { analyseAudio } from '../audio/analyse-audio.ts'
import type { AudioAnalysis } from '../audio/audio-analysis.ts'
import { type AudioTrackData, BAND_COUNT, silentAudioTrackData } from '../audio/track/audio-track.ts'
import { sampleAudioTrack } from '../audio/track/sample-audio-track.ts'
import { synthesiseSong } from '../demo/synthesise-song.ts'
import { writeWav } from '../demo/write-wav.ts'

/** SONG is a synthesised pop song, POUNDING everything a beat can do to a picture, SILENCE a song of nothing. */
export type RehearsalMusic = 'SONG' | 'POUNDING' | 'SILENCE'

/** How long the music is and how often it is looked at. */
export type MusicTiming = { secs: number; fps: number }

const SONG_BPM = 120
const SONG_SECS = 12

let songAnalysis: Promise<AudioAnalysis> | undefined

/** Music for a rehearsal; the song is synthesised and analysed once per process. */
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

/**
 * Four full beats a second, everything at once, fading as fast as real tracks do: more than three a second is where
 * flashing becomes dangerous, and slower beats only fade further.
 */
function pound(frameCount: number, fps: number): AudioTrackData {
  const track = silentAudioTrackData(frameCount, fps)
  const beatsPerSec = 4
  const fades = [
    { curve: track.beat, fadeSecs: 0.2 },
    { curve: track.downbeat, fadeSecs: 0.2 },
    { curve: track.onset, fadeSecs: 0.12 },
    { curve: track.bass, fadeSecs: 0.16 },
    { curve: track.glow, fadeSecs: 0.3 },
    { curve: track.loudness, fadeSecs: 0.4 },
  ]
  for (let i = 0; i < frameCount; i++) {
    const age = ((i / fps) * beatsPerSec) % 1
    const levelAt = (fadeSecs: number) => Math.exp(-age / beatsPerSec / fadeSecs)
    for (const { curve, fadeSecs } of fades) curve[i] = levelAt(fadeSecs)
    // Even noise has its dips: no sound lifts all bands to the top at once.
    for (let band = 0; band < BAND_COUNT; band++) {
      track.bands[i * BAND_COUNT + band] = levelAt(0.16) * (0.6 + 0.4 * Math.abs(Math.sin(band * 1.7)))
    }
    track.barPosition[i] = age
  }
  const beatCount = Math.ceil((frameCount / fps) * beatsPerSec)
  const beatSecs = Array.from({ length: beatCount }, (_, i) => i / beatsPerSec)
  return { ...track, bpm: 240, confidence: 1, beatSecs, downbeatSecs: beatSecs, peaks: track.peaks.fill(1) }
}
