import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AudioAnalysis, analyseAudio, sampleAnalysis } from '@songreel/audio'
import { type PlannedPart, synthesiseSong, writeWav } from '@songreel/audio/synth'
import { type AudioTrackData, BAND_COUNT, silentAudioTrackData } from '@songreel/kit/core'

/**
 * SONG is the chorus of a synthesised pop song, HOOK the end of its verse and the chorus that follows, POUNDING everything
 * a beat can do to a picture, SILENCE a song of nothing.
 */
export type RehearsalMusic = 'SONG' | 'HOOK' | 'POUNDING' | 'SILENCE'

/** How long the music is and how often it is looked at. */
export type MusicTiming = { secs: number; fps: number }

const BPM = 120
const BAR_SECS = (4 * 60) / BPM
const CHORUS: PlannedPart[] = [{ part: 'chorus', bars: 6 }]
const WHOLE_SONG: PlannedPart[] = [
  { part: 'intro', bars: 2 },
  { part: 'verse', bars: 4 },
  { part: 'chorus', bars: 8 },
]
/** HOOK begins two bars before the chorus does. */
const HOOK_START_SECS = 4 * BAR_SECS

/** When the chorus of HOOK comes in. */
export const DROP_SECS = 2 * BAR_SECS

const analyses = new Map<PlannedPart[], Promise<AudioAnalysis>>()

/** Music for a rehearsal; a song is synthesised and analysed once per process. */
export async function playMusic(music: RehearsalMusic, { secs, fps }: MusicTiming): Promise<AudioTrackData> {
  const frameCount = Math.max(1, Math.round(secs * fps))
  if (music === 'SILENCE') return silentAudioTrackData(frameCount, fps)
  if (music === 'POUNDING') return pound(frameCount, fps)
  const [parts, startSecs] =
    music === 'HOOK' ? ([WHOLE_SONG, HOOK_START_SECS] as const) : ([CHORUS, 0] as const)
  const analysis = analyses.get(parts) ?? listenToSong(parts)
  analyses.set(parts, analysis)
  return sampleAnalysis(await analysis, { startSecs, endSecs: startSecs + secs, fps })
}

async function listenToSong(parts: PlannedPart[]): Promise<AudioAnalysis> {
  const { pcm } = synthesiseSong({ bpm: BPM, parts })
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
 * Three full beats a second, as many as a track lets through, everything at once, fading as fast as real tracks do; hits
 * come faster still.
 */
function pound(frameCount: number, fps: number): AudioTrackData {
  const track = silentAudioTrackData(frameCount, fps)
  const beatsPerSec = 3
  const onsetsPerSec = 5
  const fades = [
    { curve: track.beat, fadeSecs: 0.2 },
    { curve: track.downbeat, fadeSecs: 0.2 },
    { curve: track.bass, fadeSecs: 0.16 },
    { curve: track.glow, fadeSecs: 0.3 },
    { curve: track.loudness, fadeSecs: 0.4 },
  ]
  for (let i = 0; i < frameCount; i++) {
    const age = ((i / fps) * beatsPerSec) % 1
    const levelAt = (fadeSecs: number) => Math.exp(-age / beatsPerSec / fadeSecs)
    for (const { curve, fadeSecs } of fades) curve[i] = levelAt(fadeSecs)
    track.onset[i] = Math.exp(-(((i / fps) * onsetsPerSec) % 1) / onsetsPerSec / 0.12)
    // Even noise has its dips: no sound lifts all bands to the top at once.
    for (let band = 0; band < BAND_COUNT; band++) {
      track.bands[i * BAND_COUNT + band] = levelAt(0.16) * (0.6 + 0.4 * Math.abs(Math.sin(band * 1.7)))
    }
    track.barPosition[i] = age
  }
  const beatCount = Math.ceil((frameCount / fps) * beatsPerSec)
  const beatSecs = Array.from({ length: beatCount }, (_, i) => i / beatsPerSec)
  return {
    ...track,
    bpm: 60 * beatsPerSec,
    confidence: 1,
    beatSecs,
    downbeatSecs: beatSecs,
    peaks: track.peaks.fill(1),
  }
}
