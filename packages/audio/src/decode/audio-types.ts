/** The demuxers a song may be opened with; no playlists, no concat, nothing that opens other files. */
export type AudioDemuxer = 'mp3' | 'flac' | 'wav' | 'aiff' | 'ogg' | 'mov'

/** The demuxer for each content type that can be read as a song, videos with sound included. */
export const AUDIO_DEMUXERS: Readonly<Record<string, AudioDemuxer>> = {
  'audio/mpeg': 'mp3',
  'audio/flac': 'flac',
  'audio/wav': 'wav',
  'audio/aiff': 'aiff',
  'audio/ogg': 'ogg',
  'audio/ogg; codecs=opus': 'ogg',
  'application/ogg': 'ogg',
  'video/ogg': 'ogg',
  'audio/mp4': 'mov',
  'audio/x-m4a': 'mov',
  'video/mp4': 'mov',
  'video/x-m4v': 'mov',
  'video/quicktime': 'mov',
  'video/3gpp': 'mov',
}

/** The end of every message about a song of the wrong type. */
export const SUPPORTED_AUDIO = 'Use mp3, flac, wav, aiff, ogg, opus or m4a.'
